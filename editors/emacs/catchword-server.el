;;; catchword-server.el --- Process of the Catchword server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; All buffers share one server.  It is started when the first buffer needs it;
;; after a failure it is started again, each time after a longer pause, up to
;; `catchword--longest-pause'.  Other files follow its life by the hooks below.

;;; Code:

(require 'catchword-log)
(require 'catchword-settings)
(require 'jsonrpc)

(defcustom catchword-command '("catchword")
  "Program of the server with its arguments, a list of strings."
  :type '(repeat string)
  :group 'catchword)

(defclass catchword--server-connection (jsonrpc-process-connection)
  ((last-id :initform nil :documentation "The id of the last request."))
  :documentation "Connection that knows the id of its last request, to cancel it.")

(cl-defmethod jsonrpc-connection-send :before
  ((connection catchword--server-connection) &key id method &allow-other-keys)
  "Remember the ID of a request, which jsonrpc returns only from Emacs 30 on.
CONNECTION is the connection to the server; METHOD is nil for a reply."
  (when (and id method)
    (setf (slot-value connection 'last-id) id)))

(defvar catchword--ready-hook nil
  "Functions to run when the server is ready for requests.")
(defvar catchword--ended-hook nil
  "Functions to run when the server has ended unexpectedly.")
(defvar catchword--retry-hook nil
  "Functions to run when the server may be started again after a failure.")

(defvar catchword--connection nil "The connection to the server, or nil.")
(defvar catchword--process nil "The process of the server, or nil.")
(defvar catchword--is-ready nil
  "Non-nil if the server has answered `initialize'.")
(defvar catchword--has-continuations nil
  "Non-nil if the server can suggest what comes after point.")
(defvar catchword--started-at 0
  "The time when the server was started, in seconds.")
(defvar catchword--failures 0 "Number of failures of the server in a row.")
(defvar catchword--not-before 0
  "The time, in seconds, before which the server is not started again.")

(defconst catchword--longest-pause 60
  "Maximum time in seconds between two attempts to start the server.")

(defconst catchword--many-failures 3
  "Number of failures in a row at which the user is told of them.")

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
  "The capabilities of this client in the protocol's terms.")

(defun catchword--is-running ()
  "Return non-nil if the server's process is alive."
  (and catchword--connection
       (process-live-p catchword--process)))

;;;; Start

(cl-defgeneric catchword--handle-notification (_method _params)
  "Handle the notification METHOD of the server with PARAMS.
Notifications without a method of this function are ignored."
  nil)

(cl-defmethod catchword--handle-notification
  ((_method (eql 'window/logMessage)) params)
  "Log the message in PARAMS."
  (catchword--log-message params nil))

(cl-defmethod catchword--handle-notification
  ((_method (eql 'window/showMessage)) params)
  "Log the message in PARAMS, which is for the user."
  (catchword--log-message params t))

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
           ;; jsonrpc finds the buffer by this name, and hides it.
           :stderr (get-buffer-create "*catchword stderr*")))))

(defun catchword--connect ()
  "Start the server and return a connection to it."
  (let ((make (apply-partially
               #'make-instance 'catchword--server-connection
               :name "catchword"
               :process #'catchword--make-process
               :request-dispatcher #'ignore
               :notification-dispatcher
               (lambda (_connection method params)
                 (catchword--handle-notification method params))
               :on-shutdown #'catchword--ended)))
    ;; The argument that sets the size of jsonrpc's log has two names: the
    ;; first from Emacs 30 on, the second before.  Each rejects the other.
    (condition-case nil
        (funcall make :events-buffer-config '(:size 0))
      (invalid-slot-name (funcall make :events-buffer-scrollback-size 0)))))

(defun catchword--quiet-sentinel (sentinel)
  "Return a sentinel that calls SENTINEL and suppresses its messages."
  (lambda (process change)
    (let ((inhibit-message t)
          (message-log-max nil))
      (funcall sentinel process change))))

(defun catchword--start ()
  "Start the server, unless it runs or has failed a moment ago.
Return at once: `catchword--is-ready' becomes non-nil later."
  (unless (or (catchword--is-running) (< (float-time) catchword--not-before))
    (setq catchword--is-ready nil
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
  "Return the message for a server whose program is not found."
  (format "no program \"%s\" found: install it, or set `catchword-command'"
          (car catchword-command)))

(defun catchword--initialize (connection)
  "Send `initialize' over CONNECTION, and note its answer when it arrives."
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
                   (run-hooks 'catchword--ready-hook)))
   :error-fn (lambda (problem)
               (when (eq connection catchword--connection)
                 (catchword--failed (format "%s" (plist-get problem :message)))
                 (catchword--retry)))
   :timeout nil))

;;;; Failures

(defun catchword--failed (reason)
  "Note that the server has failed for REASON, and when to start it again."
  (setq catchword--trouble reason
        catchword--connection nil
        catchword--is-ready nil
        catchword--failures (1+ catchword--failures)
        catchword--not-before (+ (float-time)
                                 (min catchword--longest-pause
                                      (expt 2 (min catchword--failures 10))))))

(defun catchword--ended (connection)
  "Note that the server behind CONNECTION has ended, and start it again later."
  (when (eq connection catchword--connection)
    (run-hooks 'catchword--ended-hook)
    (when (> (- (float-time) catchword--started-at) catchword--longest-pause)
      (setq catchword--failures 0))
    (catchword--failed "the server ended unexpectedly")
    (catchword--retry)))

(defun catchword--retry ()
  "Log the last failure, and run `catchword--retry-hook' after the pause.
Tell the user when the server keeps failing."
  (catchword--note catchword--trouble)
  (when (= catchword--failures catchword--many-failures)
    (catchword--tell 'ends "the server keeps ending unexpectedly" "catchword-log"))
  (run-with-timer (max 0 (- catchword--not-before (float-time))) nil
                  #'run-hooks 'catchword--retry-hook))

(defun catchword--forget-failures ()
  "Allow the server to be started at once, whatever failed before."
  (setq catchword--failures 0
        catchword--not-before 0))

;;;; End

(defun catchword--stop ()
  "Ask the server to end, and return its process, nil if there is none.
Do not wait for the end: Emacs may be ending because its terminal is gone, and
waiting for processes is not safe then.  A server that does not react loses its
input when Emacs ends."
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

(provide 'catchword-server)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-server.el ends here
