;;; catchword.el --- Completion from the Catchword server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: convenience, abbrev, matching

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Catchword is a completion server: it announces the next word, from the
;; words of open documents, from word lists and from more, in any language.
;; This is its client for Emacs 28 and later.  It uses nothing but what is
;; built in.
;;
;; Install the `catchword' program somewhere on the PATH, then:
;;
;;     (add-to-list 'load-path "/path/to/catchword/editors/emacs")
;;     (require 'catchword)
;;     (global-catchword-mode 1)
;;
;; Plain Emacs completes with M-TAB (also C-M-i, or TAB after
;; (setq tab-always-indent 'complete)); in text modes too, where M-TAB would
;; otherwise ask the spell checker before Emacs 30.  Corfu and company need no setting:
;; both ask `completion-at-point-functions', where `catchword-mode' puts
;; itself, and `corfu-auto' or `company-idle-delay' give a menu while typing.
;; Behind a whole word of the list none comes up by itself, since RET would be
;; taken for it.
;; Within a word, what is before point is completed and what is after it
;; stays: "pri|nted" may become "printed|nted".
;;
;; Where it is clear what comes next, it is shown dimmed after point, unless
;; `catchword-ghost-text' is nil: at the end of a line C-f or C-e accepts it;
;; M-f accepts its next word, C-g hides it.  See catchword-ghost.el.  How
;; certain it must be, from 0 to 1, is a setting of the server's:
;;
;;     (setq catchword-options '(:ghostText (:confidence 0.7)))
;;
;; Word lists and other settings go to the server as they are:
;;
;;     (setq catchword-options '(:lists ["~/words/cities.txt"]))
;;
;; Beside other completion functions (eglot's, a major mode's own): with
;; `catchword-merge' (the default) the first other function of
;; `completion-at-point-functions' that has something to say is asked as
;; well, and its candidates and the server's are offered as one list.  When
;; one of the two fails, the other still completes.  Those of functions in
;; `catchword-functions-behind' (the spell checker's word list, which Emacs 30
;; offers in text modes) come after the server's.  With `catchword-merge'
;; nil the others are asked only when the server knows nothing, as
;; `:exclusive' `no' has it; `catchword-capf-with' then merges one function of
;; your choice.
;;
;; `M-x catchword-ban' has a word never offered again, `M-x catchword-unban'
;; offers it again.  `M-x catchword-status' says whether the server runs, and
;; `M-x catchword-log' shows what it has reported, such as mistakes in settings.
;;
;; Emacs's own language server clients can also start Catchword.  Use this in
;; buffers that have no other server (eglot knows one server a buffer), or
;; instead of `catchword-mode', not together with it:
;;
;;     (with-eval-after-load 'eglot
;;       (catchword-register-eglot '(text-mode markdown-mode org-mode)))
;;     (with-eval-after-load 'lsp-mode
;;       (catchword-register-lsp-mode))
;;
;; How it works.  All buffers share one server, started when the first of
;; them needs it and ended with Emacs.  A buffer's edits are collected by the
;; change hooks and sent, merged, before a request or when Emacs is idle.  The
;; buffer's modification tick tells whether the hooks have seen every change;
;; when they have not, the whole text is sent.  Emacs counts characters, so
;; positions are negotiated as utf-32.

;;; Code:

(require 'catchword-ghost)
(require 'cl-lib)
(require 'jsonrpc)
(require 'minibuffer)
(require 'subr-x)
(require 'url-util)

(declare-function company-idle-begin "ext:company" (buffer window tick position))
(declare-function lsp-register-client "ext:lsp-mode" (client))
(declare-function lsp-stdio-connection "ext:lsp-mode" (command &optional test-command))
(declare-function make-lsp-client "ext:lsp-mode" (&rest slots))
(defvar eglot-server-programs)
(defvar catchword-mode)

(defgroup catchword nil
  "Completion from the Catchword server."
  :group 'completion
  :prefix "catchword-")

(defcustom catchword-command '("catchword")
  "The server: its program and arguments."
  :type '(repeat string))

(defcustom catchword-options nil
  "Settings for the server, a property list, sent when it starts.
For instance (:lists [\"~/words/cities.txt\"]).  A list that does not
begin with a keyword is sent as an array."
  :type '(plist :key-type symbol :value-type sexp))

(defcustom catchword-timeout 0.5
  "How many seconds a completion may keep Emacs waiting, at most.
Typing ends the wait at once."
  :type 'number)

(defcustom catchword-minimum-length 1
  "How many characters of a word must be there before the server is asked."
  :type 'natnum)

(defcustom catchword-maximum-size (* 10 1024 1024)
  "Buffers with more characters than this are left alone."
  :type 'natnum)

(defcustom catchword-merge t
  "Whether to offer candidates of other completion functions as well.
See the Commentary of this library."
  :type 'boolean)

(defcustom catchword-functions-behind '(ispell-completion-at-point)
  "Completion functions whose candidates are merged behind the server's.
Candidates of others, which may know the language, go before the server's."
  :type '(repeat function))

;; Of README.md, without markdown-mode, Emacs knows no mode.
(defcustom catchword-global-modes
  '(text-mode prog-mode conf-mode fundamental-mode)
  "Where `global-catchword-mode' turns on: modes derived from these.
With `fundamental-mode' that is files of which Emacs knows no mode; not
other buffers, nor files that are no text."
  :type '(repeat symbol))

;;;; The server

(defclass catchword--connection (jsonrpc-process-connection)
  ((last-id :initform nil :documentation "The id of the request sent last."))
  :documentation "A connection that knows its last request, to cancel it.")

(cl-defmethod jsonrpc-connection-send :before
  ((connection catchword--connection) &key id method &allow-other-keys)
  "Remember the ID of a request: jsonrpc tells it only from Emacs 30 on.
CONNECTION is where it goes; METHOD is nil for a reply."
  (when (and id method)
    (setf (slot-value connection 'last-id) id)))

(defvar catchword--connection nil "The connection to the server, or nil.")
(defvar catchword--process nil "The server's process, or nil.")
(defvar catchword--is-ready nil "Whether the server has answered `initialize'.")
(defvar catchword--projects nil
  "The folders that the server was told of: those of the documents' projects.")
(defvar catchword--has-continuations nil
  "Whether the server tells what may come after point.")
(defvar catchword--started-at 0 "When the server was started, in seconds.")
(defvar catchword--failures 0 "How often in a row the server has failed.")
(defvar catchword--not-before 0 "When the server may be started again.")
(defvar catchword--trouble nil "The last failure, a string, for `catchword-status'.")
(defvar catchword--told nil "The kinds of trouble that the user was told of already.")

(defconst catchword--longest-pause 60
  "The longest time in seconds between two attempts to start the server.")

(defconst catchword--many-failures 3
  "The user is told after so many unexpected ends of the server in a row.")

(defconst catchword--capabilities
  '(:general
    (:positionEncodings ["utf-32"])
    :textDocument
    (:synchronization
     (:dynamicRegistration :json-false :didSave t)
     :completion
     (:dynamicRegistration :json-false
      :contextSupport t
      :completionItem
      (:snippetSupport :json-false
       :insertReplaceSupport t
       :labelDetailsSupport t
       :deprecatedSupport t
       :documentationFormat ["plaintext"]
       :resolveSupport (:properties ["documentation" "detail"]))
      :completionList
      (:itemDefaults ["editRange" "insertTextFormat" "data"]))
     :inlineCompletion
     (:dynamicRegistration :json-false))
    :experimental
    (:catchword (:completionsChanged t)))
  "What this client can do, in the protocol's terms.")

(defun catchword--is-running ()
  "Whether there is a live server."
  (and catchword--connection
       (process-live-p catchword--process)))

(defun catchword--json (value)
  "VALUE as jsonrpc wants it: lists that are no property lists become arrays."
  (cond ((and (consp value) (keywordp (car value)))
         (cl-loop for (key item) on value by #'cddr
                  nconc (list key (catchword--json item))))
        ((or (consp value) (vectorp value))
         (vconcat (mapcar #'catchword--json value)))
        (t value)))

(defun catchword--make-process ()
  "Start the server's program and return its process."
  (let ((default-directory (expand-file-name "~/")))
    (setq catchword--process
          (make-process
           :name "catchword"
           :command catchword-command
           :connection-type 'pipe
           :coding 'utf-8-emacs-unix
           :noquery t
           ;; By this name jsonrpc finds the buffer, and hides it.
           :stderr (get-buffer-create "*catchword stderr*")))))

(defun catchword--connect ()
  "Start the server and return a connection to it."
  (let ((make (apply-partially
               #'make-instance 'catchword--connection
               :name "catchword"
               :process #'catchword--make-process
               :request-dispatcher #'ignore
               :notification-dispatcher #'catchword--notification
               :on-shutdown #'catchword--ended)))
    ;; Neither jsonrpc accepts what the other calls the size of its log.
    (condition-case nil
        (funcall make :events-buffer-config '(:size 0))
      (invalid-slot-name (funcall make :events-buffer-scrollback-size 0)))))

(defun catchword--quiet-sentinel (sentinel)
  "SENTINEL without its messages: the end of the server is no news to a user."
  (lambda (process change)
    (let ((inhibit-message t)
          (message-log-max nil))
      (funcall sentinel process change))))

(defun catchword--start ()
  "Start the server, unless it runs or has failed a moment ago.
Return at once: `catchword--is-ready' becomes non-nil later."
  (unless (or (catchword--is-running) (< (float-time) catchword--not-before))
    (setq catchword--is-ready nil
          catchword--projects nil
          catchword--started-at (float-time))
    (if (not (executable-find (car catchword-command)))
        (let ((problem (catchword--missing-program)))
          (catchword--failed problem)
          (catchword--tell 'program problem "catchword-status"))
      (condition-case problem
          (let ((connection (catchword--connect)))
            (setq catchword--connection connection)
            (set-process-sentinel
             catchword--process
             (catchword--quiet-sentinel (process-sentinel catchword--process)))
            (catchword--initialize connection))
        (error (catchword--failed (error-message-string problem))
               (catchword--retry))))))

(defun catchword--missing-program ()
  "What to say when there is no server to start."
  (format "no program \"%s\" found: install it, or set `catchword-command'"
          (car catchword-command)))

(defun catchword--initialize (connection)
  "Say who we are over CONNECTION, and go on when the server has answered."
  (jsonrpc-async-request
   connection :initialize
   (list :processId (emacs-pid)
         :clientInfo (list :name "Emacs (catchword.el)" :version emacs-version)
         :rootUri nil
         :capabilities catchword--capabilities
         :initializationOptions
         (or (catchword--json (catchword--expanded-options))
             (make-hash-table)))
   :success-fn (lambda (result)
                 (when (eq connection catchword--connection)
                   (setq catchword--has-continuations
                         (not (memq (plist-get (plist-get result :capabilities)
                                               :inlineCompletionProvider)
                                    '(nil :json-false))))
                   (jsonrpc-notify connection :initialized (make-hash-table))
                   (setq catchword--is-ready t)
                   (catchword--synchronize)))
   :error-fn (lambda (problem)
               (when (eq connection catchword--connection)
                 (catchword--failed (format "%s" (plist-get problem :message)))
                 (catchword--retry)))
   :timeout nil))

(defun catchword--expanded-options ()
  "`catchword-options', with ~ in the paths of word lists expanded."
  (let ((options (copy-sequence catchword-options)))
    (when-let ((lists (plist-get options :lists)))
      (setq options
            (plist-put options :lists
                       (mapcar (lambda (list)
                                 (if (stringp list) (expand-file-name list) list))
                               lists))))
    options))

(defun catchword--failed (reason)
  "Note that the server failed for REASON, and when to try again."
  (setq catchword--trouble reason
        catchword--connection nil
        catchword--is-ready nil
        catchword--failures (1+ catchword--failures)
        catchword--not-before (+ (float-time)
                                 (min catchword--longest-pause
                                      (expt 2 (min catchword--failures 10))))))

(defun catchword--ended (connection)
  "The server behind CONNECTION has ended: start it again later, if need be."
  (when (eq connection catchword--connection)
    (catchword-ghost--stop)
    (when (> (- (float-time) catchword--started-at) catchword--longest-pause)
      (setq catchword--failures 0))
    (catchword--failed "the server ended unexpectedly")
    (catchword--retry)))

(defun catchword--retry ()
  "Start a server again that has failed, later; say so when it keeps failing."
  (catchword--note catchword--trouble)
  (when (= catchword--failures catchword--many-failures)
    (catchword--tell 'ends "the server keeps ending unexpectedly" "catchword-log"))
  (run-with-timer (max 0 (- catchword--not-before (float-time))) nil
                  #'catchword--synchronize))

(defun catchword--notification (_connection method params)
  "Take what the server tells: METHOD with PARAMS.
What it wants shown is kept for `catchword-status', what it reports is logged."
  (cond ((memq method '(window/showMessage window/logMessage))
         (let ((text (plist-get params :message))
               (is-trouble (<= (or (plist-get params :type) 4) 2)))
           (when (stringp text)
             (catchword--note text)
             (when (or is-trouble (eq method 'window/showMessage))
               (setq catchword--trouble text))
             (when is-trouble
               (catchword--tell 'reported text "catchword-log")))))
        ((eq method '$/catchword/completionsChanged)
         ;; Later: this is no place to wait for the server.
         (run-at-time 0 nil #'catchword--completions-changed params))))

(defconst catchword--log-name "*catchword log*"
  "The name of the buffer of what the server has reported.")

(defconst catchword--longest-log 100000
  "How many characters of the log are kept, about.")

(defun catchword--note (text)
  "Add TEXT to the log."
  (with-current-buffer (get-buffer-create catchword--log-name)
    (let ((inhibit-read-only t)
          (is-at-end (eobp)))
      (save-excursion
        (goto-char (point-max))
        (insert (format-time-string "%H:%M:%S ") text "\n")
        (when (> (buffer-size) catchword--longest-log)
          (goto-char (- (point-max) (/ catchword--longest-log 2)))
          (delete-region (point-min) (line-beginning-position))))
      (when is-at-end
        (goto-char (point-max)))
      (unless (derived-mode-p 'special-mode)
        (special-mode)))))

(defun catchword--tell (kind text command)
  "Tell the user TEXT, once for each KIND of trouble; COMMAND tells more.
Later, when nothing is being typed: Emacs may be starting, and what it then
says itself would wipe this out."
  (unless (memq kind catchword--told)
    (push kind catchword--told)
    (run-with-idle-timer
     ;; Such a timer counts from when Emacs became idle, which may be long ago.
     (+ 0.1 (float-time (or (current-idle-time) 0))) nil
     (lambda ()
       ;; However long others have made it, its end is enough.
       (let ((line (substring text 0 (string-match "\n" text))))
         (message "Catchword: %s (M-x %s tells more)"
                  (if (> (length line) 500)
                      (concat "..." (substring line -500))
                    line)
                  command))))))

(defun catchword--stop ()
  "Ask the server to end, and leave it to that.
Emacs may be ending because its terminal is gone: waiting for processes is
not safe then.  A server that cannot hear loses its input with Emacs."
  (let ((connection catchword--connection)
        (process catchword--process))
    (setq catchword--connection nil
          catchword--is-ready nil)
    (when (and connection (process-live-p process))
      (ignore-errors
        (jsonrpc-async-request connection :shutdown nil
                               :success-fn #'ignore :error-fn #'ignore
                               :timeout nil)
        (jsonrpc-notify connection :exit nil))
      process)))

(defun catchword--is-input-waiting ()
  "Whether the user goes on typing, so that a wait must end."
  (and (not noninteractive) (input-pending-p)))

(defun catchword--wait (process deadline is-done)
  "Handle what PROCESS says until the function IS-DONE returns non-nil.
Give up at DEADLINE, when PROCESS ends or when the user types."
  (while (and (not (funcall is-done))
              (process-live-p process)
              (< (float-time) deadline)
              (not (catchword--is-input-waiting)))
    (accept-process-output process 0.01)))

(defun catchword--request (method params deadline)
  "Send the request METHOD with PARAMS and wait for its answer until DEADLINE.
Return a list of one element, the result, or nil when there is none.  A
request that is given up is cancelled."
  (let ((connection catchword--connection)
        (id nil) (is-done nil) (answer nil))
    (unwind-protect
        (progn
          (jsonrpc-async-request connection method params
                                 :success-fn (lambda (result)
                                               (setq is-done t
                                                     answer (list result)))
                                 :error-fn (lambda (_) (setq is-done t))
                                 :timeout nil)
          (setq id (slot-value connection 'last-id))
          (catchword--wait catchword--process deadline (lambda () is-done)))
      (unless (or is-done (null id) (not (catchword--is-running)))
        (ignore-errors
          (jsonrpc-notify connection :$/cancelRequest (list :id id)))))
    answer))

(defun catchword--become-ready (deadline)
  "Start the server if need be and wait for it until DEADLINE.
Return non-nil when it is ready for requests."
  (catchword--start)
  (when (catchword--is-running)
    (unless catchword--is-ready
      (catchword--wait catchword--process deadline
                       (lambda () catchword--is-ready)))
    (and catchword--is-ready (catchword--is-running))))

;;;; Documents

(cl-defstruct (catchword--document (:constructor catchword--make-document))
  "What the server knows of a buffer."
  buffer
  uri
  (version 0)
  ;; The connection over which the document is open.
  connection
  ;; Changes not yet sent, the newest first.
  changes
  ;; What is about to change: (BEG END START-POSITION END-POSITION).
  announced
  ;; Non-nil when the whole text has to be sent.
  is-out-of-step
  ;; The buffer's tick after the last change seen.
  tick
  ;; A place whose line is known, so that no line is counted twice.
  (anchor 1)
  (anchor-line 0))

(cl-defstruct (catchword--change (:constructor catchword--make-change))
  "A change not yet sent: what was there, and where its new text is."
  start end text beg)

(defconst catchword--most-changes 100
  "From so many unsent changes on, the whole text is sent instead.")

(defconst catchword--longest-merged-text 2000
  "A change with more new text than this is not merged with the next one.")

(defvar catchword--buffers nil "The buffers in which `catchword-mode' is on.")
(defvar catchword--answer nil "The last answer of the server, of whatever buffer.")
(defvar catchword--untitled-count 0 "How many documents without a file there were.")
(defvar catchword--idle-timer nil "The timer that sends what is unsent.")

(defvar-local catchword--document nil
  "The `catchword--document' of this buffer.")

(defmacro catchword--quietly (&rest body)
  "Run BODY; when it fails, have the whole text sent instead of signalling."
  (declare (indent 0) (debug t))
  `(condition-case problem
       (progn ,@body)
     (error
      (setq catchword--trouble (error-message-string problem))
      (when (catchword--document-p catchword--document)
        (setf (catchword--document-is-out-of-step catchword--document) t))
      nil)))

(defun catchword--own-document ()
  "This buffer's document.
A cloned indirect buffer inherits the variable, but is another document."
  (unless (and catchword--document
               (eq (catchword--document-buffer catchword--document)
                   (current-buffer)))
    (cl-pushnew (current-buffer) catchword--buffers)
    (setq catchword--document
          (catchword--make-document :buffer (current-buffer)
                                    :uri (catchword--uri))))
  catchword--document)

(defun catchword--uri ()
  "A uri for this buffer: its file, or a new one."
  (if (and buffer-file-name (not (file-remote-p buffer-file-name)))
      (catchword--path-uri (file-truename buffer-file-name))
    (format "untitled:%s-%d"
            (url-hexify-string (encode-coding-string (buffer-name) 'utf-8))
            (cl-incf catchword--untitled-count))))

(defconst catchword--languages
  '((text-mode . "plaintext") (fundamental-mode . "plaintext")
    (emacs-lisp-mode . "elisp") (lisp-interaction-mode . "elisp")
    (sh-mode . "shellscript") (bash-ts-mode . "shellscript")
    (js-mode . "javascript") (js2-mode . "javascript")
    (c++-mode . "cpp") (c++-ts-mode . "cpp")
    (csharp-mode . "csharp") (csharp-ts-mode . "csharp")
    (objc-mode . "objective-c") (mhtml-mode . "html")
    (nxml-mode . "xml") (gfm-mode . "markdown")
    (latex-mode . "latex") (LaTeX-mode . "latex") (tex-mode . "latex")
    (plain-tex-mode . "tex") (cperl-mode . "perl")
    (makefile-gmake-mode . "makefile") (message-mode . "plaintext")
    (git-commit-mode . "git-commit") (conf-mode . "ini"))
  "The protocol's language of modes whose names do not tell it.")

(defun catchword--language ()
  "The protocol's name for the language of this buffer."
  (or (alist-get major-mode catchword--languages)
      (downcase (string-trim-right (symbol-name major-mode)
                                   "\\(?:-ts\\)?-mode"))))

(defconst catchword--unsendable
  ;; Raw bytes are a range of their own in a regular expression.
  (format "[\r%c-%c%c-%c%c-%c]"
          #xd800 #xdfff #x110000 #x3fff7f #x3fff80 #x3fffff)
  "Matches the characters that must not be in a text that is sent.
Those beyond Unicode (raw bytes too) and surrogates have no UTF-8; a
carriage return, never a line break in Emacs, would be one for the server.")

(defun catchword--text (beg end)
  "The text between BEG and END with as many characters, all sendable."
  (let ((text (string-to-multibyte (buffer-substring-no-properties beg end))))
    (if (string-match-p catchword--unsendable text)
        (replace-regexp-in-string catchword--unsendable
                                  (string #xfffd) text t t)
      text)))

(defun catchword--line-start (position)
  "Where the line of POSITION starts, whatever fields and narrowing say."
  (save-excursion
    (goto-char position)
    (let ((inhibit-field-text-motion t))
      (line-beginning-position))))

(defun catchword--line (document position)
  "The line, from 0, of POSITION in the widened buffer of DOCUMENT."
  (let* ((anchor (catchword--document-anchor document))
         (line (catchword--document-anchor-line document))
         (start (catchword--line-start position)))
    (unless (<= (point-min) anchor (point-max))
      (setq anchor (point-min) line 0))
    (setf (catchword--document-anchor-line document)
          (if (>= start anchor)
              (+ line (catchword--count-newlines anchor start))
            (- line (catchword--count-newlines start anchor)))
          (catchword--document-anchor document) start)
    (catchword--document-anchor-line document)))

(defun catchword--count-newlines (beg end)
  "How many newlines there are between BEG and END."
  (save-excursion
    (goto-char beg)
    (let ((count 0))
      (while (search-forward "\n" end t)
        (cl-incf count))
      count)))

(defun catchword--position (document position)
  "POSITION of the widened buffer of DOCUMENT in the protocol's terms."
  (list :line (catchword--line document position)
        :character (- position (catchword--line-start position))))

(defun catchword--is-open (document)
  "Whether the running server has DOCUMENT."
  (and (catchword--is-running)
       catchword--is-ready
       (eq (catchword--document-connection document) catchword--connection)))

(defun catchword--before-change (beg end)
  "Note where the text between BEG and END, about to change, is."
  (catchword--quietly
    (let ((document (catchword--own-document)))
      (setf (catchword--document-announced document) nil)
      (when (and (catchword--is-open document)
                 (not (catchword--document-is-out-of-step document)))
        (if (/= (buffer-chars-modified-tick)
                (catchword--document-tick document))
            (setf (catchword--document-is-out-of-step document) t)
          (save-restriction
            (widen)
            (save-match-data
              ;; The end first: the anchor is then left at the start, which
              ;; the change does not move.
              (let ((last (catchword--position document end)))
                (setf (catchword--document-announced document)
                      (list beg end (catchword--position document beg) last))))))))))

(defun catchword--after-change (beg end length)
  "Note that the LENGTH characters at BEG are now those until END."
  (catchword--quietly
    (let* ((document (catchword--own-document))
           (announced (catchword--document-announced document)))
      (catchword--forget-answer-unless-typed beg end)
      (setf (catchword--document-announced document) nil)
      (when (and (catchword--is-open document)
                 (not (catchword--document-is-out-of-step document)))
        (pcase announced
          ((and `(,old-beg ,old-end ,start ,finish)
                (guard (<= old-beg beg))
                (guard (<= (+ beg length) old-end)))
           (save-restriction
             (widen)
             (save-match-data
               ;; The hook may tell of less than was announced.
               (catchword--add-change document start finish old-beg old-end
                                      (+ old-end (- (- end beg) length))))))
          (_ (setf (catchword--document-is-out-of-step document) t))))
      (setf (catchword--document-tick document) (buffer-chars-modified-tick)))
    (catchword--synchronize-when-idle)))

(defun catchword--add-change (document start finish beg old-end end)
  "Add a change to DOCUMENT: BEG to OLD-END is now BEG to END.
START and FINISH are the protocol's positions of BEG and OLD-END."
  (let* ((newest (car (catchword--document-changes document)))
         (offset (and newest (- beg (catchword--change-beg newest)))))
    (cond
     ;; The change is within what the newest one inserted: one change.
     ((and newest
           (>= offset 0)
           (<= (length (catchword--change-text newest))
               catchword--longest-merged-text)
           (<= (+ offset (- old-end beg))
               (length (catchword--change-text newest))))
      (let ((text (catchword--change-text newest)))
        (setf (catchword--change-text newest)
              (concat (substring text 0 offset)
                      (catchword--text beg end)
                      (substring text (+ offset (- old-end beg)))))))
     ((>= (length (catchword--document-changes document))
          catchword--most-changes)
      (setf (catchword--document-is-out-of-step document) t))
     (t
      (push (catchword--make-change :start start :end finish :beg beg
                                    :text (catchword--text beg end))
            (catchword--document-changes document))))))

(defun catchword--whole-text ()
  "The text of this buffer, all of it."
  (save-restriction
    (widen)
    (catchword--text (point-min) (point-max))))

(defun catchword--settled (document)
  "Note that the server has the text of this buffer, DOCUMENT, as it is."
  (setf (catchword--document-changes document) nil
        (catchword--document-is-out-of-step document) nil
        (catchword--document-tick document) (buffer-chars-modified-tick)))

(defun catchword--path-uri (path)
  "The uri of PATH."
  (concat "file://"
          (unless (string-prefix-p "/" path) "/")
          (url-hexify-string (encode-coding-string path 'utf-8)
                             url-path-allowed-chars)))

(defun catchword--project ()
  "The nearest folder above this buffer's file that is a project, or nil.
That is one with a repository or with settings of ours."
  (when-let ((file buffer-file-name)
             ((not (file-remote-p file)))
             (folder (locate-dominating-file
                      (file-truename file)
                      (lambda (folder)
                        (or (file-exists-p (expand-file-name ".git" folder))
                            (file-exists-p
                             (expand-file-name ".catchword.json" folder)))))))
    (directory-file-name (expand-file-name folder))))

(defun catchword--open-project ()
  "Tell the server of the project that this buffer is in: its files are read."
  (when-let ((folder (catchword--project))
             ((not (member folder catchword--projects))))
    (push folder catchword--projects)
    (jsonrpc-notify catchword--connection :workspace/didChangeWorkspaceFolders
                    (list :event
                          (list :added
                                (vector
                                 (list :uri (catchword--path-uri folder)
                                       :name (file-name-nondirectory folder)))
                                :removed [])))))

(defun catchword--open (document)
  "Tell the server about this buffer, DOCUMENT."
  (setf (catchword--document-version document) 0
        (catchword--document-anchor document) 1
        (catchword--document-anchor-line document) 0)
  (catchword--open-project)
  (jsonrpc-notify catchword--connection :textDocument/didOpen
                  (list :textDocument
                        (list :uri (catchword--document-uri document)
                              :languageId (catchword--language)
                              :version 0
                              :text (catchword--whole-text))))
  (setf (catchword--document-connection document) catchword--connection)
  (catchword--settled document))

(defun catchword--send-changes (document)
  "Send the changes of this buffer, DOCUMENT, to the server if there are any."
  (let ((is-out-of-step (or (catchword--document-is-out-of-step document)
                            (/= (buffer-chars-modified-tick)
                                (catchword--document-tick document)))))
    (when is-out-of-step
      (setf (catchword--document-anchor document) 1
            (catchword--document-anchor-line document) 0))
    (when (or is-out-of-step (catchword--document-changes document))
      (jsonrpc-notify
       catchword--connection :textDocument/didChange
       (list :textDocument
             (list :uri (catchword--document-uri document)
                   :version (cl-incf (catchword--document-version document)))
             :contentChanges
             (if is-out-of-step
                 (vector (list :text (catchword--whole-text)))
               (vconcat
                (mapcar
                 (lambda (change)
                   (list :range (list :start (catchword--change-start change)
                                      :end (catchword--change-end change))
                         :text (catchword--change-text change)))
                 (reverse (catchword--document-changes document)))))))
      (catchword--settled document))))

(defun catchword--synchronize ()
  "Bring the server up to date with every buffer; start it if need be."
  (setq catchword--buffers (cl-delete-if-not #'buffer-live-p catchword--buffers))
  (when catchword--buffers
    (catchword--start)
    (when (and catchword--is-ready (catchword--is-running))
      (dolist (buffer catchword--buffers)
        (with-current-buffer buffer
          (catchword--quietly
            (save-match-data
              (let ((document (catchword--own-document)))
                (cond ((catchword--is-open document)
                       (catchword--send-changes document))
                      ((<= (buffer-size) catchword-maximum-size)
                       (catchword--open document)))))))))))

(defun catchword--synchronize-when-idle ()
  "Have every buffer's changes sent as soon as Emacs has a moment."
  (unless catchword--idle-timer
    (setq catchword--idle-timer
          (run-with-idle-timer
           0.2 nil
           (lambda ()
             (setq catchword--idle-timer nil)
             (catchword--synchronize))))))

(defun catchword--close ()
  "Tell the server that this buffer is none of its business any more."
  (setq catchword--buffers (delq (current-buffer) catchword--buffers)
        catchword--answer nil)
  (catchword--quietly
    (when-let ((document catchword--document))
      (when (and (eq (catchword--document-buffer document) (current-buffer))
                 (catchword--is-open document))
        (jsonrpc-notify catchword--connection :textDocument/didClose
                        (list :textDocument
                              (list :uri (catchword--document-uri document)))))))
  (setq catchword--document nil))

(defun catchword--reopen ()
  "Close this buffer's document and open it under its present name."
  (catchword--close)
  (cl-pushnew (current-buffer) catchword--buffers)
  (catchword--synchronize-when-idle))

(defun catchword--saved ()
  "Tell the server that this buffer has been saved."
  (catchword--quietly
    (let ((document (catchword--own-document)))
      (when (catchword--is-open document)
        (catchword--send-changes document)
        (jsonrpc-notify catchword--connection :textDocument/didSave
                        (list :textDocument
                              (list :uri (catchword--document-uri document))))))))

(defun catchword--reverted ()
  "Go on after a revert, which turns minor modes off."
  (catchword-mode 1)
  (setf (catchword--document-is-out-of-step (catchword--own-document)) t))

;;;; Answers

(cl-defstruct (catchword--answer (:constructor catchword--make-answer))
  "What the server said: CANDIDATES for PREFIX, the text from BEG to END."
  buffer beg end prefix candidates is-complete tick time)

(defconst catchword--moment 0.25
  "For so many seconds an incomplete answer serves if nothing has changed.")

(defun catchword--forget-answer-unless-typed (beg end)
  "Forget the last answer unless the change from BEG to END is within its word."
  (when catchword--answer
    (if (and (eq (catchword--answer-buffer catchword--answer) (current-buffer))
             (<= (catchword--answer-beg catchword--answer) beg
                 (catchword--answer-end catchword--answer)))
        (setf (catchword--answer-end catchword--answer)
              (max end (catchword--answer-end catchword--answer)))
      (setq catchword--answer nil))))

(defun catchword--is-typed-on (text)
  "Whether TEXT, typed after an answer, leaves the start of the word as it was.
Not so in scripts that are written without spaces."
  (and (string-match-p "\\`[[:alnum:]_]*\\'" text)
       (cl-notany (lambda (character)
                    (memq (aref char-script-table character)
                          '(han kana thai lao khmer burmese)))
                  text)))

(defun catchword--serves (answer)
  "Whether ANSWER is about the word before point: nil, `stale' or `fresh'."
  (when (and answer
             (eq (catchword--answer-buffer answer) (current-buffer))
             (<= (point-min) (catchword--answer-beg answer) (point)))
    (let ((prefix (catchword--answer-prefix answer))
          (text (buffer-substring-no-properties
                 (catchword--answer-beg answer) (point))))
      (when (and (string-prefix-p prefix text)
                 (catchword--is-typed-on (substring text (length prefix))))
        (if (or (catchword--answer-is-complete answer)
                (and (= (buffer-chars-modified-tick)
                        (catchword--answer-tick answer))
                     (equal text prefix)
                     (< (- (float-time) (catchword--answer-time answer))
                        catchword--moment)))
            'fresh
          'stale)))))

(defun catchword--current-answer ()
  "The answer for the word before point, from the server if need be.
When the server does not answer in time, an older answer about the same
word is better than none."
  (let ((answer catchword--answer))
    (if (eq (catchword--serves answer) 'fresh)
        answer
      (or (if (or (catchword--serves answer) (catchword--is-accepted answer))
              (catchword--ask-once (catchword--deadline))
            (catchword--ask-patiently))
          (and (catchword--serves answer) answer)))))

(defun catchword--is-accepted (answer)
  "Whether the word before point is a candidate of ANSWER."
  (and answer
       (eq (catchword--answer-buffer answer) (current-buffer))
       (<= (point-min) (catchword--answer-beg answer) (point))
       (member (buffer-substring-no-properties
                (catchword--answer-beg answer) (point))
               (catchword--answer-candidates answer))))

(defun catchword--deadline ()
  "When a wait that begins now has to end."
  (+ (float-time) catchword-timeout))

(defun catchword--ask-patiently ()
  "Ask the server for completions at point of which nothing is known yet.
Return its answer, nil when there is none in time.  The server answers at
once with what it has: when that is nothing yet, for instance just after a
large paste, it is asked again for a part of `catchword-timeout'."
  (let* ((deadline (catchword--deadline))
         (patience (- deadline (* 0.75 catchword-timeout)))
         (pause 0.01)
         (answer (catchword--ask-once deadline)))
    (while (and answer
                (null (catchword--answer-candidates answer))
                (not (catchword--answer-is-complete answer))
                (< (+ (float-time) pause) patience)
                (not (catchword--is-input-waiting)))
      (catchword--wait catchword--process (+ (float-time) pause) #'ignore)
      (setq pause (* 2 pause)
            answer (catchword--ask-once deadline)))
    answer))

(defun catchword--trigger-kind ()
  "Why completions are asked for: 1 by hand, 3 because something was typed."
  (if (catchword--is-automatic) 3 1))

(defun catchword--ask-once (deadline)
  "Send one request for completions at point and wait for it until DEADLINE.
Return the answer, or nil."
  (when (catchword--become-ready deadline)
    (let ((document (catchword--own-document)))
      (catchword--synchronize)
      (when (and (catchword--is-open document)
                 (not (catchword--document-is-out-of-step document)))
        (when-let ((reply (catchword--request
                           :textDocument/completion
                           (save-restriction
                             (widen)
                             (list :textDocument
                                   (list :uri (catchword--document-uri document))
                                   :position (catchword--position document (point))
                                   :context (list :triggerKind
                                                  (catchword--trigger-kind))))
                           deadline)))
          (setq catchword--answer (catchword--read-answer (car reply))))))))

(defun catchword--completions-changed (params)
  "Forget an answer that would be another one by now: that at the place in PARAMS.
If its candidates are shown in the window of completions, show them anew."
  (with-current-buffer (window-buffer (selected-window))
    (catchword--quietly
      (when-let ((document catchword--document))
        (when (and catchword-mode
                   (catchword--is-open document)
                   (null (catchword--document-changes document))
                   (equal (plist-get params :textDocument)
                          (list :uri (catchword--document-uri document)
                                :version (catchword--document-version document)))
                   (equal (plist-get params :position)
                          (save-restriction
                            (widen)
                            (catchword--position document (point)))))
          (setq catchword--answer nil)
          (cond ((and completion-in-region-mode
                      (get-buffer-window "*Completions*"))
                 (completion-help-at-point))
                ;; It had nothing to show when it asked, and would not ask again.
                ((and (bound-and-true-p company-mode)
                      (numberp (bound-and-true-p company-idle-delay))
                      (not (bound-and-true-p company-candidates)))
                 (company-idle-begin (current-buffer) (selected-window)
                                     (buffer-chars-modified-tick) (point)))))))))

(defun catchword--read-answer (result)
  "The answer in RESULT, a list of completions, for the word before point."
  (let* ((is-list (vectorp result))
         (items (append (if is-list result (plist-get result :items)) nil))
         (defaults (unless is-list (plist-get result :itemDefaults)))
         (starts (mapcar (lambda (item) (catchword--item-start item defaults)) items))
         (beg (if items (apply #'min starts) (point))))
    (catchword--make-answer
     :buffer (current-buffer)
     :beg beg
     :end (point)
     :prefix (save-restriction
               (widen)
               (buffer-substring-no-properties beg (point)))
     :candidates (delete-dups
                  (cl-loop for item in items
                           for start in starts
                           when (catchword--candidate item defaults start beg)
                           collect it))
     :is-complete (and items
                       (or is-list (not (eq (plist-get result :isIncomplete) t))))
     :tick (buffer-chars-modified-tick)
     :time (float-time))))

(defun catchword--item-edit (item defaults)
  "The range, or ranges, that ITEM replaces, by itself or by DEFAULTS."
  (or (plist-get item :textEdit)
      (plist-get defaults :editRange)))

(defun catchword--item-start (item defaults)
  "Where in this buffer the text that ITEM (with DEFAULTS) replaces starts."
  (let* ((edit (catchword--item-edit item defaults))
         (range (or (plist-get edit :range) (plist-get edit :insert) edit)))
    (if range
        (save-restriction
          (widen)
          (min (point)
               (+ (catchword--line-start (point))
                  (plist-get (plist-get range :start) :character))))
      (save-excursion
        (skip-syntax-backward "w_")
        (point)))))

(defun catchword--item-text (item)
  "The text that ITEM stands for."
  (or (plist-get (plist-get item :textEdit) :newText)
      (plist-get item :textEditText)
      (plist-get item :insertText)
      (plist-get item :label)))

(defun catchword--has-lines (text)
  "Whether TEXT has several lines.
Menus show a line for each candidate: for such a text its name stands in the
menu, and is replaced once it is accepted."
  (string-match-p "[\n\r]" text))

(defun catchword--candidate (item defaults start beg)
  "ITEM (with DEFAULTS) as text to put between BEG and point, nil if unfit.
START is where the text that it replaces starts."
  (let ((text (catchword--item-text item))
        (format (or (plist-get item :insertTextFormat)
                    (plist-get defaults :insertTextFormat))))
    (unless (or (eq format 2) (null text) (string-empty-p text))
      (unless (plist-member item :data)
        (when-let ((data (plist-get defaults :data)))
          (setq item (append item (list :data data)))))
      (catchword--with-item
       (concat (save-restriction
                 (widen)
                 (buffer-substring-no-properties beg start))
               (if (catchword--has-lines text) (plist-get item :label) text))
       item))))

(defun catchword--with-item (text item)
  "TEXT as a candidate that stands for ITEM."
  (propertize (substring-no-properties text) 'catchword-item item))

(defvar catchword--taken nil
  "What completion has put at point because nothing else was left: (TEXT . ITEM).
Emacs then asks whether that is complete, and if our list was not complete so do
we; but the server does not offer what stands there already.")

(defun catchword--item (candidate)
  "The item behind CANDIDATE; looked up when a menu has lost the properties."
  (and (stringp candidate)
       (not (string-empty-p candidate))
       (or (get-text-property 0 'catchword-item candidate)
           (when-let ((known (and catchword--answer
                                  (catchword--answer-candidates
                                   catchword--answer)))
                      (match (car (or (member candidate known)
                                      (member (catchword--without-mark candidate)
                                              known)))))
             (get-text-property 0 'catchword-item match))
           (and (equal candidate (car catchword--taken)) (cdr catchword--taken)))))

;;;; The completion table

(defun catchword--is-subsequence (pattern text)
  "Whether the characters of PATTERN are in TEXT, in order, in any case."
  (let ((pattern (downcase pattern))
        (text (downcase text))
        (from 0))
    (cl-every (lambda (character)
                (when-let ((found (cl-position character text :start from)))
                  (setq from (1+ found))))
              pattern)))

(defun catchword--names (candidate)
  "What CANDIDATE may be typed as: its text, and the name that it goes by."
  (let* ((item (get-text-property 0 'catchword-item candidate))
         (name (or (plist-get item :filterText) (plist-get item :label))))
    (if (and name (not (equal name candidate)))
        (list candidate name)
      (list candidate))))

(defun catchword--begins-with (string candidate)
  "Whether CANDIDATE, or the name that it goes by, begins with STRING."
  (cl-some (lambda (name) (string-prefix-p string name t))
           (catchword--names candidate)))

(defun catchword--prefix-first (string candidates)
  "CANDIDATES in their order, but those that begin with STRING first."
  (let ((is-prefix (apply-partially #'catchword--begins-with string)))
    (nconc (cl-remove-if-not is-prefix candidates)
           (cl-remove-if is-prefix candidates))))

(defconst catchword--more "…"
  "What follows the name of a text of several lines that is typed already.
Completion functions and menus hold a name that is typed in full to be
complete, and would not accept it any more.")

(defun catchword--unfinished (string candidate)
  "CANDIDATE, marked when STRING is all of its name and its text is another."
  (let ((item (get-text-property 0 'catchword-item candidate)))
    (if (and (equal string candidate)
             item
             (not (string-suffix-p catchword--more candidate))
             (catchword--has-lines (catchword--item-text item)))
        (catchword--with-item (concat candidate catchword--more) item)
      candidate)))

(defun catchword--is-named (string candidate)
  "Whether STRING is all of the name of CANDIDATE, whose text is another."
  (and (not (equal string candidate))
       (or (equal candidate (concat string catchword--more))
           (member string (cdr (catchword--names candidate))))))

(defun catchword--without-mark (candidate)
  "CANDIDATE as the server knows it."
  (string-remove-suffix catchword--more candidate))

(defun catchword--is-automatic ()
  "Whether a menu asks by itself, because something was typed.
A menu that takes its first candidate at RET must then not come up with words
that what was typed, a whole word as often as not, does not begin."
  (if (bound-and-true-p company-mode)
      (not (or (bound-and-true-p company--manual-action)
               (memq this-command
                     '(completion-at-point complete-symbol indent-for-tab-command))))
    ;; Corfu asks from a timer, where no command runs.
    (memq (or this-command last-command)
          '(self-insert-command org-self-insert-command))))

(defun catchword--matches (answer string)
  "The candidates of ANSWER for STRING.
For the very text that the server was asked about all of them, since it
knows better how to match; otherwise those that STRING abbreviates.
They are copies, since completion takes the properties off what it inserts."
  (let* ((all (catchword--answer-candidates answer))
         (typed (catchword--without-mark string))
         (kept (if (equal typed (catchword--answer-prefix answer))
                   all
                 (catchword--prefix-first
                  typed
                  (cl-remove-if-not
                   (lambda (candidate)
                     (cl-some (apply-partially #'catchword--is-subsequence typed)
                              (catchword--names candidate)))
                   all)))))
    (mapcar (lambda (candidate)
              (catchword--unfinished typed (copy-sequence candidate)))
            (if (catchword--is-automatic)
                (cl-remove-if-not (apply-partially #'catchword--begins-with typed)
                                  kept)
              kept))))

(defun catchword--refreshed (answer)
  "The present answer if it is about the same word as ANSWER, else ANSWER."
  (if (and catchword-mode
           (eq (current-buffer) (catchword--answer-buffer answer)))
      (let ((present (catchword--quietly (catchword--current-answer))))
        (if (and present
                 (= (catchword--answer-beg present) (catchword--answer-beg answer)))
            present
          answer))
    answer))

(defconst catchword--metadata
  '(metadata (category . catchword)
             (display-sort-function . identity)
             (cycle-sort-function . identity))
  "What completion should know of our tables: above all, not to sort again.")

(defun catchword--make-table (find)
  "A completion table of what the function FIND finds.
FIND takes a string and a position in it, and returns candidates, the best
first.  The style `catchword' gets at them as they are, with the action
\(catchword . POSITION); other styles see a table like any other."
  (lambda (string predicate action)
    (cond
     ((eq action 'metadata) catchword--metadata)
     ((eq (car-safe action) 'catchword)
      (let ((found (funcall find string (cdr action))))
        (if predicate (cl-remove-if-not predicate found) found)))
     ((consp action) nil)
     ((and (memq action '(nil lambda)) (equal string (car catchword--taken))) t)
     (t
      (let ((found (funcall find string (length string))))
        (if action
            (complete-with-action action found string predicate)
          ;; Matches that STRING is no prefix of are matches, too.
          (or (try-completion string found predicate)
              (and found string))))))))

(defun catchword--style-all (string table predicate point)
  "All completions of STRING by TABLE and PREDICATE with the cursor at POINT."
  (if (functionp table)
      (funcall table string predicate (cons 'catchword point))
    (all-completions (substring string 0 point) table predicate)))

(defun catchword--style-try (string table predicate point)
  "Complete STRING by TABLE and PREDICATE with the cursor at POINT.
STRING becomes longer only by what all candidates have in common; where some
begin with STRING, by what these have in common.  What goes by a name that is
typed in full is taken, whatever goes on after that."
  (let* ((found (catchword--style-all string table predicate point))
         (typed (substring string 0 point))
         (begin (cl-remove-if-not
                 (apply-partially #'catchword--begins-with typed) found))
         (all (or (cl-some (lambda (candidate)
                             (and (catchword--is-named typed candidate)
                                  (list candidate)))
                           begin)
                  begin
                  found))
         (taken catchword--taken))
    (setq catchword--taken nil)
    (cond
     ((null all)
      ;; Where only the case changed, Emacs tries once more.
      (when (equal string (car taken))
        (setq catchword--taken taken)
        t))
     ((null (cdr all))
      (let ((only (catchword--unfinished (car all) (car all))))
        ;; Others know of theirs whether it goes on: a folder does.
        (when-let ((item (catchword--item (car all))))
          (setq catchword--taken (cons (substring-no-properties only) item)))
        (or (equal only string)
            (cons only (length only)))))
     (t
      (let ((common (try-completion "" all)))
        (if (and (stringp common)
                 (> (length common) (length string))
                 (string-prefix-p string common))
            (cons common (length common))
          (cons string point)))))))

(add-to-list 'completion-styles-alist
             '(catchword catchword--style-try catchword--style-all
                         "What the Catchword server matches."))

(add-to-list 'completion-category-defaults '(catchword (styles catchword)))

;;;; The completion function

(defconst catchword--kinds
  [text method function constructor field variable class interface module
        property unit value enum keyword snippet color file reference folder
        enum-member constant struct event operator type-parameter]
  "The protocol's kinds of items, from 1, as company and corfu name them.")

(defun catchword--annotation (candidate)
  "What to show beside CANDIDATE: its description, else where it is from."
  (when-let* ((item (catchword--item candidate))
              (text (or (plist-get item :detail)
                        (plist-get (plist-get item :labelDetails) :description))))
    (concat "  " (car (split-string text "\n")))))

(defun catchword--kind (candidate)
  "The kind of CANDIDATE, a symbol."
  (let ((kind (plist-get (catchword--item candidate) :kind)))
    (if (and (integerp kind) (<= 1 kind (length catchword--kinds)))
        (aref catchword--kinds (1- kind))
      'text)))

(defun catchword--signature (candidate)
  "The description of CANDIDATE, for the echo area."
  (plist-get (catchword--item candidate) :detail))

(defun catchword--deprecated (candidate)
  "Whether CANDIDATE is deprecated."
  (eq t (plist-get (catchword--item candidate) :deprecated)))

(defun catchword--documentation (candidate)
  "The documentation of CANDIDATE, a string or nil; asks the server."
  (when-let ((item (catchword--item candidate)))
    (let* ((resolved (and (catchword--is-running)
                          catchword--is-ready
                          (car (catchword--request
                                :completionItem/resolve item
                                (+ (float-time) catchword-timeout)))))
           (text (or (plist-get resolved :documentation)
                     (plist-get item :documentation)
                     (plist-get item :detail))))
      (if (stringp text) text (plist-get text :value)))))

(defun catchword--documentation-buffer (candidate)
  "A buffer with the documentation of CANDIDATE, nil when there is none."
  (when-let ((text (catchword--quietly (catchword--documentation candidate))))
    (with-current-buffer (get-buffer-create " *catchword documentation*")
      (erase-buffer)
      (insert text)
      (goto-char (point-min))
      (current-buffer))))

(defun catchword--unfold (candidate status)
  "Put the text of CANDIDATE where its name was accepted, if it has lines.
STATUS is what a completion's `:exit-function' gets: a name that may go on, or
be followed by the next one in a cycle, is not accepted yet.  The server has
given the lines the indentation of the first; what they have beyond that becomes
spaces where `indent-tabs-mode' is off."
  (when-let* ((item (and (eq status 'finished) (catchword--item candidate)))
              (label (plist-get item :label))
              (name (if (and (string-suffix-p catchword--more candidate)
                             (not (string-suffix-p catchword--more label)))
                        (concat label catchword--more)
                      label))
              (text (catchword--item-text item))
              (beg (- (point) (length name))))
    (when (and (catchword--has-lines text)
               (>= beg (point-min))
               (equal name (buffer-substring-no-properties beg (point))))
      (let* ((indentation (save-excursion
                            (goto-char beg)
                            (buffer-substring-no-properties
                             (line-beginning-position)
                             (progn (back-to-indentation) (min (point) beg)))))
             (lines (split-string text "\r\n\\|[\r\n]")))
        (delete-region beg (point))
        (insert (car lines))
        (dolist (line (cdr lines))
          (insert "\n" (if indent-tabs-mode
                           line
                         (catchword--with-spaces line indentation))))))))

(defun catchword--accepted (candidate status)
  "Finish what was accepted, CANDIDATE, and tell the server, which learns from it.
STATUS is what a completion's `:exit-function' gets."
  (let ((item (catchword--item candidate)))
    (catchword--unfold candidate status)
    (when (and item (eq status 'finished) (catchword--is-running) catchword--is-ready)
      ;; The text first: what is told is then not guessed from it as well.
      (catchword--synchronize)
      (jsonrpc-async-request
       catchword--connection :workspace/executeCommand
       (list :command "catchword.accept"
             :arguments (vector (cl-loop for key in '(:label :data :sortText)
                                         when (plist-member item key)
                                         append (list key (plist-get item key)))))
       :success-fn #'ignore :error-fn #'ignore :timeout nil))))

(defun catchword--with-spaces (line indentation)
  "LINE with spaces in place of the tabs behind INDENTATION."
  (let* ((kept (if (string-prefix-p indentation line) (length indentation) 0))
         (end (or (string-match "[^\t]" line kept) (length line))))
    (concat (substring line 0 kept)
            (make-string (* standard-indent (- end kept)) ?\s)
            (substring line end))))

(defconst catchword--properties
  '(:annotation-function catchword--annotation
    :company-kind catchword--kind
    :company-docsig catchword--signature
    :company-deprecated catchword--deprecated
    :company-doc-buffer catchword--documentation-buffer)
  "What menus can ask about our candidates.")

(defun catchword--is-worth-asking ()
  "Whether there can be a word of `catchword-minimum-length' before point."
  (let ((beg (- (point) catchword-minimum-length)))
    (and (>= beg (point-min))
         (not (string-match-p "[[:space:]\n]"
                              (buffer-substring-no-properties beg (point)))))))

(defun catchword--answer-at-point ()
  "An answer with candidates for the word before point, or nil."
  (when (and catchword-mode (catchword--is-worth-asking))
    (let ((answer (catchword--current-answer)))
      (and answer
           (>= (catchword--answer-beg answer) (point-min))
           (or (catchword--is-led answer)
               (>= (- (point) (catchword--answer-beg answer))
                   catchword-minimum-length))
           (catchword--is-of-use answer (buffer-substring-no-properties
                                         (catchword--answer-beg answer) (point)))
           answer))))

(defun catchword--is-of-use (answer typed)
  "Whether ANSWER has something to offer for TYPED, the text before point.
Behind a whole word no menu comes up by itself: company and Corfu would take
RET for the menu, and the line would not end.  A snippet's name is meant."
  (when-let ((matches (catchword--matches answer typed)))
    (or (not (catchword--is-automatic))
        (let ((same (cl-remove-if-not
                     (lambda (candidate)
                       (string= typed (catchword--without-mark candidate)))
                     matches)))
          (or (null same)
              ;; A snippet's name is not what it inserts.
              (cl-some (lambda (candidate)
                         (not (equal typed (catchword--item-text
                                            (catchword--item candidate)))))
                       same))))))

(defun catchword--is-led (answer)
  "Whether a mark tells what ANSWER completes: a path, or a symbol's name.
Then menus need not wait for so many letters."
  (let ((beg (catchword--answer-beg answer)))
    (or (and (eq (char-before beg) ?/)
             (cl-some (lambda (candidate)
                        (memq (catchword--kind candidate) '(file folder)))
                      (catchword--answer-candidates answer)))
        (and (< beg (point))
             (memq (char-after beg) '(?/ ?. ?~ ?\\ ?: ?&))
             t))))

(defun catchword--own-result (answer)
  "What a completion function returns to offer ANSWER."
  `(,(catchword--answer-beg answer)
    ,(point)
    ,(catchword--make-table
      (lambda (string point)
        (catchword--matches (catchword--refreshed answer)
                            (substring string 0 point))))
    :exclusive no
    :exit-function catchword--accepted
    ,@(and (catchword--is-led answer) '(:company-prefix-length t))
    ,@catchword--properties))

;;;###autoload
(defun catchword-completion-at-point ()
  "Complete the word before point with what the Catchword server knows.
For `completion-at-point-functions'; `catchword-mode' puts it there."
  (catchword--quietly
    (when-let ((answer (catchword--answer-at-point)))
      (let ((other (and catchword-merge (catchword--other-result))))
        (if (or (null other)
                ;; A list of words has nothing to say about a symbol or a path.
                (and (catchword--is-behind other)
                     (or (catchword--is-led answer)
                         (/= (catchword--answer-beg answer) (nth 0 other)))))
            (catchword--own-result answer)
          (catchword--merged-result answer other))))))

;;;; Ghost text

(defun catchword--ask-for-continuation (callback)
  "Ask the server what may come after point; CALLBACK gets it.
Return a function that cancels the question, nil when it could not be asked."
  (when (and (catchword--is-running) catchword--is-ready catchword--has-continuations)
    (catchword--synchronize)
    (let ((document (catchword--own-document))
          (connection catchword--connection)
          (buffer (current-buffer)))
      (when (and (catchword--is-open document)
                 (not (catchword--document-is-out-of-step document)))
        (jsonrpc-async-request
         connection :textDocument/inlineCompletion
         (save-restriction
           (widen)
           (list :textDocument (list :uri (catchword--document-uri document))
                 :position (catchword--position document (point))
                 :context (list :triggerKind 2)))
         :success-fn (lambda (result)
                       (when (buffer-live-p buffer)
                         (with-current-buffer buffer
                           (funcall callback (catchword--continuation result)))))
         :error-fn #'ignore
         :timeout nil)
        (let ((id (slot-value connection 'last-id)))
          (lambda ()
            (when (eq connection catchword--connection)
              (jsonrpc-notify connection :$/cancelRequest (list :id id)))))))))

(defun catchword--continuation (result)
  "The text after point in RESULT, what the server says may come there."
  (save-restriction
    (widen)
    ;; The answer may come when the mode is off.
    (when-let ((document (and catchword-mode catchword--document)))
      (catchword-ghost-continuation
       result
       (lambda (position)
         (if (= (plist-get position :line) (catchword--line document (point)))
             (+ (catchword--line-start (point)) (plist-get position :character))
           (point-min)))))))

;;;; Beside other completion functions

(defun catchword--result-of (function)
  "What the completion FUNCTION returns, nil if it is of no use."
  (let ((result (condition-case nil (funcall function) (error nil))))
    (pcase result
      (`(,(pred integer-or-marker-p) ,(pred integer-or-marker-p) ,table . ,plist)
       (and (<= (nth 0 result) (point) (nth 1 result))
            (or (not (eq (plist-get plist :exclusive) 'no))
                (condition-case nil
                    (try-completion
                     (buffer-substring-no-properties (nth 0 result) (point))
                     table (plist-get plist :predicate))
                  (error nil)))
            result)))))

(defun catchword--other-result ()
  "What the first other function has to say that has something to say.
A function that only comes behind us is asked after all others."
  (let (behind)
    (or (run-hook-wrapped
         'completion-at-point-functions
         (lambda (function)
           (cond ((eq function #'catchword-completion-at-point) nil)
                 ((memq function catchword-functions-behind)
                  (push function behind)
                  nil)
                 (t (catchword--result-of function)))))
        (when-let ((result (cl-some #'catchword--result-of (nreverse behind))))
          (append result '(:catchword-behind t))))))

(defun catchword--is-behind (other)
  "Whether the candidates of OTHER, a completion function's result, go behind ours."
  (plist-get (nthcdr 3 other) :catchword-behind))

;;;###autoload
(defun catchword-capf-with (function)
  "A completion function that offers the server's candidates and FUNCTION's.
FUNCTION is one for `completion-at-point-functions'.  Needed only when
`catchword-merge' is nil, to merge one particular function:

  (add-hook \\='completion-at-point-functions
            (catchword-capf-with #\\='some-completion-at-point) -95 t)"
  (lambda ()
    (let ((answer (catchword--quietly (catchword--answer-at-point)))
          (other (catchword--result-of function)))
      (cond ((and answer other) (catchword--merged-result answer other))
            (answer (catchword--own-result answer))
            (t other)))))

(defun catchword--shorter (one another)
  "Whether the candidate ONE goes before ANOTHER: the shorter, else by letter."
  (if (= (length one) (length another))
      (string< one another)
    (< (length one) (length another))))

(defun catchword--other-candidates (other string point)
  "The candidates of OTHER, a completion function's result, for STRING.
They are matched and sorted by OTHER's own rules, with the cursor at POINT."
  (condition-case nil
      (let* ((table (nth 2 other))
             (predicate (plist-get (nthcdr 3 other) :predicate))
             (metadata (completion-metadata (substring string 0 point)
                                            table predicate))
             (all (completion-all-completions string table predicate point metadata))
             (end (last all))
             (base (or (cdr end) 0)))
        (when end (setcdr end nil))
        (setq all (funcall (or (completion-metadata-get metadata 'display-sort-function)
                               (lambda (found) (sort found #'catchword--shorter)))
                           all))
        ;; Base: a table of file names returns only what follows the folder.
        (if (> base 0)
            (mapcar (lambda (name) (concat (substring string 0 base) name)) all)
          all))
    (error nil)))

(defun catchword--own-candidates (answer other string point)
  "The candidates of ANSWER as text for where OTHER completes.
STRING is what is there, with the cursor at POINT."
  (let* ((answer (catchword--refreshed answer))
         (beg (catchword--answer-beg answer))
         (offset (- beg (nth 0 other))))
    (cond
     ((> offset point) nil)
     ((>= offset 0)
      (let ((lead (substring string 0 offset)))
        (mapcar (lambda (candidate)
                  (catchword--with-item (concat lead candidate)
                                        (catchword--item candidate)))
                (catchword--matches answer (substring string offset point)))))
     (t
      (let ((lead (buffer-substring-no-properties beg (nth 0 other))))
        (cl-loop for candidate in (catchword--matches
                                   answer (concat lead (substring string 0 point)))
                 when (string-prefix-p lead candidate)
                 collect (catchword--with-item (substring candidate (length lead))
                                               (catchword--item candidate))))))))

(defun catchword--unseen (candidates others)
  "The CANDIDATES that are not among OTHERS.
`name' is the same as the `name(arguments)' of a language server."
  (let ((seen (make-hash-table :test #'equal)))
    (dolist (candidate others)
      (puthash (substring-no-properties candidate) t seen)
      (when-let ((end (string-search "(" candidate)))
        (puthash (substring-no-properties candidate 0 end) t seen)))
    (cl-remove-if (lambda (candidate)
                    (gethash (substring-no-properties candidate) seen))
                  candidates)))

(defun catchword--merged (own others string is-behind)
  "OWN candidates and OTHERS for STRING as one list, each text once.
Others go first, since they may know the language, unless IS-BEHIND; but
candidates that begin with STRING go before those that do not.  Where some of
the others do, there is no slip of the finger to make good."
  (if is-behind
      (catchword--prefix-first string (append own (catchword--unseen others own)))
    (when (cl-some (lambda (candidate) (string-prefix-p string candidate t)) others)
      (setq own (cl-remove-if-not
                 (lambda (candidate)
                   (cl-some (apply-partially #'catchword--is-subsequence string)
                            (catchword--names candidate)))
                 own)))
    (catchword--prefix-first
     string (append others (catchword--unseen own others)))))

(defun catchword--merged-result (answer other)
  "What a completion function returns to offer ANSWER and OTHER's result."
  `(,(nth 0 other)
    ,(nth 1 other)
    ,(catchword--make-table
      (lambda (string point)
        (catchword--merged (catchword--own-candidates answer other string point)
                           (catchword--other-candidates other string point)
                           (substring string 0 point)
                           (catchword--is-behind other))))
    :exclusive no
    ,@(and (catchword--is-led answer) '(:company-prefix-length t))
    ,@(catchword--merged-properties other)))

(defun catchword--merged-properties (other)
  "Properties that ask us about our candidates and OTHER about its own."
  (let* ((plist (nthcdr 3 other))
         (properties nil)
         (annotate (or (plist-get plist :annotation-function)
                       (completion-metadata-get
                        (ignore-errors (completion-metadata "" (nth 2 other) nil))
                        'annotation-function))))
    (cl-loop for (key own) on catchword--properties by #'cddr
             for theirs = (if (eq key :annotation-function)
                              annotate
                            (plist-get plist key))
             do (setq properties
                      (plist-put properties key
                                 (catchword--dispatch own theirs))))
    (when-let ((location (plist-get plist :company-location)))
      (setq properties (plist-put properties :company-location
                                  (catchword--dispatch #'ignore location))))
    (plist-put properties :exit-function
               (lambda (candidate status)
                 (if (catchword--is-theirs candidate other)
                     (when-let ((finish (plist-get plist :exit-function)))
                       (funcall finish candidate status))
                   (catchword--accepted candidate status))))))

(defun catchword--is-theirs (candidate other)
  "Whether CANDIDATE, which a menu may have copied, is one of OTHER's result."
  (and (not (get-text-property 0 'catchword-item candidate))
       (or (not (catchword--item candidate))
           (unless (catchword--is-behind other)
             (test-completion candidate (nth 2 other)
                            (plist-get (nthcdr 3 other) :predicate))))))

(defun catchword--dispatch (own theirs)
  "A function that calls OWN with our candidates and THEIRS with others."
  (lambda (candidate)
    (cond ((get-text-property 0 'catchword-item candidate) (funcall own candidate))
          (theirs (funcall theirs candidate)))))

;;;; Modes and commands

(defun catchword--set-up-hooks (is-on)
  "Add this buffer's hooks if IS-ON, else remove them."
  (pcase-dolist (`(,hook ,function ,depth)
                 '((completion-at-point-functions catchword-completion-at-point -90)
                   (before-change-functions catchword--before-change 90)
                   (after-change-functions catchword--after-change -90)
                   (after-save-hook catchword--saved 0)
                   (after-set-visited-file-name-hook catchword--reopen 0)
                   (after-revert-hook catchword--reverted 0)
                   (change-major-mode-hook catchword--leave 0)
                   (kill-buffer-hook catchword--close 0)))
    (if is-on
        (add-hook hook function depth t)
      (remove-hook hook function t))))

(defun catchword--leave ()
  "Turn `catchword-mode' off: the major mode changes."
  (catchword-mode -1))

;; Text mode, before Emacs 30, gives M-TAB to the spell checker.
(defvar catchword-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map [remap ispell-complete-word] #'completion-at-point)
    map)
  "Keys while `catchword-mode' is on.")

(defconst catchword--lighter
  '(:eval (if (catchword--is-running) " Catchword" " Catchword[off]"))
  "What the mode line says: `M-x catchword-status' tells why there is no server.")

;;;###autoload
(define-minor-mode catchword-mode
  "Complete words of this buffer with the Catchword server.
The server's words are offered by `completion-at-point', by default M-TAB."
  :lighter catchword--lighter
  (catchword--set-up-hooks catchword-mode)
  (setq catchword-ghost-ask-function #'catchword--ask-for-continuation)
  (catchword-ghost-mode (if catchword-mode 1 -1))
  (if (not catchword-mode)
      (catchword--close)
    (cl-pushnew (current-buffer) catchword--buffers)
    (add-hook 'kill-emacs-hook #'catchword--stop)
    (catchword--synchronize-when-idle)
    (when (and (called-interactively-p 'any)
               (not (executable-find (car catchword-command))))
      (message "Catchword: %s" (catchword--missing-program)))))

(defun catchword--turn-on ()
  "Turn `catchword-mode' on if this buffer is one that is written in."
  (unless (or catchword-mode
              (minibufferp)
              (string-prefix-p " " (buffer-name))
              (not (apply #'derived-mode-p catchword-global-modes))
              (and (eq major-mode 'fundamental-mode)
                   (not (catchword--visits-text-p))))
    (catchword-mode 1)))

(defun catchword--visits-text-p ()
  "Whether this buffer visits a file that has characters, not just bytes."
  (and buffer-file-name
       enable-multibyte-characters
       (not (memq (coding-system-base (or buffer-file-coding-system 'undecided))
                  '(no-conversion raw-text)))))

;;;###autoload
(define-globalized-minor-mode global-catchword-mode
  catchword-mode catchword--turn-on
  :group 'catchword)

(defun catchword-restart ()
  "End the server and start it again, with the present settings."
  (interactive)
  (when-let ((process (catchword--stop)))
    ;; One that does not end when asked to.
    (run-with-timer 2 nil (lambda ()
                            (when (process-live-p process)
                              (delete-process process)))))
  (setq catchword--failures 0
        catchword--not-before 0
        catchword--trouble nil
        catchword--told nil
        catchword--answer nil
        catchword--taken nil)
  (catchword--synchronize)
  (when (called-interactively-p 'interactive)
    (catchword-status)))

(defun catchword-status ()
  "Say whether the server runs, and what went wrong last."
  (interactive)
  (message "Catchword: %s%s"
           (cond ((not (catchword--is-running)) "not running")
                 (catchword--is-ready
                  (format "running as process %d, with %d of %d buffers"
                          (process-id catchword--process)
                          (cl-count-if
                           (lambda (buffer)
                             (with-current-buffer buffer
                               (and catchword--document
                                    (catchword--is-open catchword--document))))
                           (cl-remove-if-not #'buffer-live-p catchword--buffers))
                          (length catchword--buffers)))
                 (t "starting"))
           (if catchword--trouble
               (format "; last trouble: %s (see M-x catchword-log)" catchword--trouble)
             "")))

(defun catchword-log ()
  "Show what the server has reported, such as mistakes in settings.
What it has written to its standard error is there as well."
  (interactive)
  (let ((errors (catchword--standard-error)))
    (unless (string-empty-p errors)
      (catchword--note (concat "standard error:\n" errors))))
  (with-current-buffer (get-buffer-create catchword--log-name)
    (unless (derived-mode-p 'special-mode)
      (special-mode))
    (goto-char (point-max)))
  (display-buffer catchword--log-name))

(defun catchword--standard-error ()
  "What the server has written to its standard error since this was last asked."
  (if-let ((buffer (cl-find-if #'get-buffer
                               '(" *catchword stderr*" "*catchword stderr*"))))
      (with-current-buffer buffer
        (let ((inhibit-read-only t))
          (prog1 (string-trim (buffer-string))
            (erase-buffer))))
    ""))

(defun catchword--read-word (prompt)
  "Ask for a word with PROMPT; the default is the one at point."
  (let* ((default (thing-at-point 'symbol t))
         (word (read-string (format-prompt prompt default) nil nil default)))
    (if (string-empty-p (or word ""))
        (user-error "No word")
      (list word))))

(defun catchword--read-banned-word (prompt)
  "Ask for one of the banned words with PROMPT."
  (let ((answer (and (catchword--become-ready (catchword--deadline))
                     (catchword--request :workspace/executeCommand
                                         '(:command "catchword.bans" :arguments [])
                                         (catchword--deadline)))))
    (if (not (and answer (vectorp (car answer))))
        (catchword--read-word prompt)
      (let ((words (mapcar (lambda (ban) (plist-get ban :word)) (car answer))))
        (unless words
          (user-error "No words are banned"))
        (list (completing-read (format-prompt prompt nil) (delete-dups words) nil t))))))

(defun catchword-ban (word)
  "Have WORD never offered again, in no language; `catchword-unban' undoes it."
  (interactive (catchword--read-word "Never offer again"))
  (catchword--command "catchword.ban" word "\"%s\" is not offered any more"))

(defun catchword-unban (word)
  "Have WORD offered again that `catchword-ban' banned."
  (interactive (catchword--read-banned-word "Offer again"))
  (catchword--command "catchword.unban" word "\"%s\" is offered again"))

(defun catchword--command (command word done)
  "Have the server perform COMMAND with WORD, and say DONE, a format, of it."
  (unless (catchword--become-ready (+ (float-time) 5))
    (user-error "Catchword: the server does not run; see M-x catchword-status"))
  (setq catchword--answer nil)
  (jsonrpc-async-request
   catchword--connection :workspace/executeCommand
   (list :command command :arguments (vector (list :word word)))
   :success-fn (lambda (_)
                 (setq catchword--answer nil)
                 (message "Catchword: %s" (format done word)))
   :error-fn (lambda (problem)
               (message "Catchword: %s" (plist-get problem :message)))
   :timeout nil))

;;;; Registrations

;;;###autoload
(defun catchword-register-eglot (&optional modes)
  "Tell eglot to start Catchword in buffers of MODES, a list.
The default is text, Markdown and Org.  Call this after eglot is loaded."
  (require 'catchword-eglot)
  (add-to-list 'eglot-server-programs
               (cons (or modes '(text-mode markdown-mode org-mode))
                     (append (cons 'catchword-eglot-server catchword-command)
                             (when-let ((options (catchword--json
                                                  (catchword--expanded-options))))
                               (list :initializationOptions options))))))

;;;###autoload
(defun catchword-register-lsp-mode ()
  "Tell lsp-mode to start Catchword beside whatever else it starts.
Call this after lsp-mode is loaded."
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection
                                     (lambda () catchword-command))
                    :activation-fn (lambda (_file _mode) t)
                    :server-id 'catchword
                    :priority -1
                    :add-on? t
                    :completion-in-comments? t
                    :initialization-options
                    (lambda ()
                      (or (catchword--json (catchword--expanded-options))
                          (make-hash-table))))))

(provide 'catchword)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword.el ends here
