;;; catchword-ghost.el --- Ghost text from the Catchword server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Ghost text is what may come after point.  It is shown dimmed there until it is
;; accepted or something else is typed.  `catchword-mode' turns this on; nothing
;; is shown if `catchword-ghost-text' is nil.
;;
;; While it is shown, and only then, these keys are bound (`catchword-ghost-map'):
;; at the end of the line, <right>, C-f, <end> and C-e accept it; anywhere, M-f,
;; C-<right> and M-<right> accept its next word, C-<down> shows another text, or
;; more lines, and C-g hides it.  With shift or a prefix argument, all but the last
;; do what they always do.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(defvar catchword-ghost-mode)
(defvar company-candidates)
(defvar company-prefix)
(defvar company-preview-overlay)
(defvar company-selection)
(defvar company-selection-changed)
(defvar corfu--preview-ov)
(declare-function company-preview-hide "company" ())

(defcustom catchword-ghost-text t
  "Non-nil means show what may come after point."
  :type 'boolean
  :group 'catchword)

(defcustom catchword-ghost-delay 0.05
  "Time in seconds that Emacs must be idle before the server is asked."
  :type 'number
  :group 'catchword)

(defface catchword-ghost-text '((t :inherit shadow))
  "Face for ghost text."
  :group 'catchword)

(defconst catchword-ghost--longest 4000
  "Length in characters from which on ghost text is not shown.")

(defvar-local catchword-ghost-ask-function nil
  "Function that asks the server what may come after point.
Its arguments are the protocol's trigger kind, and a function to be called later
with the texts, the best first, or with nil if there are none.  It returns a
function that cancels the question, or nil if the server cannot be asked.")
(defconst catchword-ghost--by-hand 1 "The trigger kind of who asks by hand.")
(defconst catchword-ghost--automatic 2 "The trigger kind while typing.")

(cl-defstruct (catchword-ghost--text (:constructor catchword-ghost--make-text))
  "Ghost text: TEXT, which may come at POINT, a position of BUFFER.
BEFORE and AFTER are the text of the line before and after POINT.  REST is the
part of TEXT that is not typed yet.  BY-HAND is non-nil if TEXT, or what it is
the rest of, was asked for by hand.  TEXTS are those that were asked for at
POINT, TEXT among them."
  buffer point before after text rest by-hand texts)

(defvar catchword-ghost--shown nil
  "The `catchword-ghost--text' that is shown, or nil.")
(defvar catchword-ghost--overlays nil "The overlays that show it.")
(defvar catchword-ghost--question nil
  "The question without an answer so far, or nil.
It is a list of the function that cancels it and, if it was put by hand, how
often the key for another text has been pressed.")
(defvar catchword-ghost--timer nil "The timer that asks, or nil.")
(defvar catchword-ghost--unasked nil
  "The question that nobody could be asked yet, or nil.
It is a list of the buffer, its tick and point.")
(defvar-local catchword-ghost--tick nil "The buffer's tick after the last command.")
(defvar-local catchword-ghost--is-shown nil "Non-nil where the keys are bound.")

;;;; Keys

(defun catchword-ghost--at-line-end (command)
  "Return COMMAND at the end of a line, nil elsewhere.
With nil the key does what it does without ghost text."
  (and (eolp) command))

(defvar catchword-ghost-map
  (let ((map (make-sparse-keymap)))
    (dolist (command '(forward-char right-char move-end-of-line end-of-visual-line org-end-of-line))
      (define-key map (vector 'remap command)
        '(menu-item "" catchword-ghost-accept :filter catchword-ghost--at-line-end)))
    (dolist (command '(forward-word right-word))
      (define-key map (vector 'remap command) #'catchword-ghost-accept-word))
    (define-key map (kbd "C-<down>") #'catchword-ghost-next)
    (define-key map [remap keyboard-quit] #'catchword-ghost-dismiss)
    map)
  "Keymap while ghost text is shown.")

(add-to-list 'minor-mode-map-alist
             (cons 'catchword-ghost--is-shown catchword-ghost-map))

(defun catchword-ghost-accept ()
  "Insert the ghost text."
  (interactive)
  (catchword-ghost--accept #'identity))

(defun catchword-ghost-accept-word ()
  "Insert the next word of the ghost text."
  (interactive)
  (catchword-ghost--accept #'catchword-ghost--next-word))

(defun catchword-ghost-next ()
  "Show another text in place of the ghost text, or more lines of it."
  (interactive)
  (catchword-ghost--unless-moving
   (lambda ()
     (if (not (and catchword-ghost--shown (catchword-ghost--follow)))
         (catchword-ghost--hide)
       (catchword-ghost--show-next)))))

(defun catchword-ghost-dismiss ()
  "Hide the ghost text."
  (interactive)
  (catchword-ghost--stop))

(defun catchword-ghost--next-word (text)
  "Return the first word of TEXT, with the white space and marks before it."
  (string-match "\\`[ \t\n]*[^[:word:]_ \t\n]*[[:word:]_]*" text)
  (if (= (match-end 0) 0) text (match-string 0 text)))

(defun catchword-ghost--accept (choose)
  "Insert the part of the ghost text that the function CHOOSE returns."
  (catchword-ghost--unless-moving (lambda () (catchword-ghost--insert choose))))

(defun catchword-ghost--unless-moving (function)
  "Call FUNCTION, or do what the key does without ghost text.
That is for a key with shift or a prefix argument: the user is selecting text or
counting, and does not mean the ghost text."
  (let ((command (and (or this-command-keys-shift-translated current-prefix-arg)
                      (catchword-ghost--plain-binding))))
    (if (not command)
        (funcall function)
      (catchword-ghost--stop)
      (setq this-command command)
      (call-interactively command))))

(defun catchword-ghost--plain-binding ()
  "Return the command that the present key is bound to without ghost text.
Return nil if it was no key that has run the present command."
  (let ((keys (this-single-command-keys)))
    (when (eq (key-binding keys) this-command)
      (let* ((catchword-ghost--is-shown nil)
             (command (key-binding keys)))
        (and (commandp command) command)))))

(defun catchword-ghost--insert (choose)
  "Insert the part of the ghost text that CHOOSE returns, and show the rest."
  (if (not (and catchword-ghost--shown (catchword-ghost--follow)))
      (catchword-ghost--hide)
    (let* ((rest (catchword-ghost--text-rest catchword-ghost--shown))
           (by-hand (catchword-ghost--text-by-hand catchword-ghost--shown))
           (text (funcall choose rest)))
      (catchword-ghost--hide)
      ;; Not as if typed: nothing but the insertion should happen.
      (insert text)
      (unless (= (length text) (length rest))
        (catchword-ghost--show (substring rest (length text)) by-hand)))))

;;;; Showing

(defun catchword-ghost--show-next ()
  "Show the next of the texts that were asked for by hand, or ask for them."
  (let* ((shown catchword-ghost--shown)
         (text (catchword-ghost--text-text shown))
         (texts (catchword-ghost--text-texts shown))
         (question catchword-ghost--question))
    (cond
     ((and (cdr texts) (equal text (catchword-ghost--text-rest shown)))
      (catchword-ghost--show (or (cadr (member text texts)) (car texts)) t texts))
     ((cdr question)
      (setcdr question (list (1+ (cadr question)))))
     (t
      (catchword-ghost--forget)
      (catchword-ghost--ask (current-buffer) catchword-ghost--by-hand)))))

(defun catchword-ghost--line-start ()
  "Return the start of the line of point, regardless of fields."
  (let ((inhibit-field-text-motion t))
    (line-beginning-position)))

(defun catchword-ghost--line-end ()
  "Return the end of the line of point, regardless of fields."
  (let ((inhibit-field-text-motion t))
    (line-end-position)))

(defun catchword-ghost--line-before ()
  "Return the text of the line before point."
  (buffer-substring-no-properties (catchword-ghost--line-start) (point)))

(defun catchword-ghost--line-after ()
  "Return the text of the line after point."
  (buffer-substring-no-properties (point) (catchword-ghost--line-end)))

(defun catchword-ghost--show (text &optional by-hand texts)
  "Show TEXT after point, one of TEXTS.
BY-HAND is non-nil if it, or what it is the rest of, was asked for by hand."
  (catchword-ghost--hide)
  (setq catchword-ghost--shown
        (catchword-ghost--make-text
         :buffer (current-buffer) :point (point) :text text :rest text
         :by-hand by-hand :texts texts
         :before (catchword-ghost--line-before)
         :after (catchword-ghost--line-after))
        catchword-ghost--is-shown t)
  ;; Not a local hook: another buffer may be current after the next command.
  (add-hook 'post-command-hook #'catchword-ghost--check)
  (catchword-ghost--draw))

(defun catchword-ghost--draw ()
  "Draw the ghost text at point."
  (mapc #'delete-overlay catchword-ghost--overlays)
  (let* ((text (propertize (catchword-ghost--text-rest catchword-ghost--shown)
                           'face 'catchword-ghost-text))
         (break (and (not (eolp)) (string-search "\n" text)))
         (first (if break (substring text 0 break) text)))
    ;; Without this, Emacs draws the cursor after the text.
    (unless (string-empty-p first)
      (put-text-property 0 1 'cursor t first))
    (setq catchword-ghost--overlays
          (cons (catchword-ghost--overlay (point) first)
                (and break
                     (list (catchword-ghost--overlay (catchword-ghost--line-end)
                                                     (substring text break))))))))

(defun catchword-ghost--overlay (position text)
  "Return an overlay that shows TEXT at POSITION."
  (let ((overlay (make-overlay position position)))
    (overlay-put overlay 'after-string text)
    ;; Other windows of the buffer have another point.
    (overlay-put overlay 'window (selected-window))
    ;; Before the menu of company, which may be at the same position.
    (overlay-put overlay 'priority 1000)
    overlay))

(defun catchword-ghost--aside (function &rest arguments)
  "Call FUNCTION with ARGUMENTS while no ghost text is drawn.
Otherwise company would place its menu after the ghost text, not at point."
  (let ((texts (mapcar (lambda (overlay) (overlay-get overlay 'after-string))
                       catchword-ghost--overlays)))
    (dolist (overlay catchword-ghost--overlays)
      (overlay-put overlay 'after-string nil))
    (unwind-protect (apply function arguments)
      (cl-mapc (lambda (overlay text) (overlay-put overlay 'after-string text))
               catchword-ghost--overlays texts))))

(defun catchword-ghost--goes-on-like-company (text candidate)
  "Return non-nil if TEXT after point goes on as company's CANDIDATE does."
  (string-prefix-p (substring-no-properties
                    candidate (min (length company-prefix) (length candidate)))
                   text))

(defun catchword-ghost--preview (function position candidate)
  "Call FUNCTION, by which company shows CANDIDATE at POSITION, in the line.
Where the ghost text goes on in the same way, it is enough; else it is hidden.
Company does so from a timer, too, when no command looks for what is at point."
  (if (and catchword-ghost--shown
           (= position (point))
           (catchword-ghost--follow)
           (catchword-ghost--goes-on-like-company
            (catchword-ghost--text-rest catchword-ghost--shown) candidate))
      (company-preview-hide)
    (catchword-ghost--hide)
    (funcall function position candidate)))

(defun catchword-ghost--take-place-of-preview (text)
  "Hide what company shows in the line, if TEXT goes on in the same way.
Return nil if that stays."
  (or (not (bound-and-true-p company-preview-overlay))
      (when-let ((candidate (nth (or company-selection 0) company-candidates)))
        (when (catchword-ghost--goes-on-like-company text candidate)
          (company-preview-hide)
          t))))

(with-eval-after-load 'company
  (advice-add 'company-pseudo-tooltip-show-at-point :around
              #'catchword-ghost--aside)
  (advice-add 'company-preview-show-at-point :around
              #'catchword-ghost--preview))

(defun catchword-ghost--hide ()
  "Hide the ghost text."
  (when catchword-ghost--shown
    (remove-hook 'post-command-hook #'catchword-ghost--check)
    (mapc #'delete-overlay catchword-ghost--overlays)
    (let ((buffer (catchword-ghost--text-buffer catchword-ghost--shown)))
      (when (buffer-live-p buffer)
        (with-current-buffer buffer
          (setq catchword-ghost--is-shown nil))))
    (setq catchword-ghost--shown nil
          catchword-ghost--overlays nil)))

(defun catchword-ghost--follow ()
  "Draw only the part of the ghost text that is not typed yet.
Return nil if there is none, or if something else was typed."
  (let* ((shown catchword-ghost--shown)
         (start (catchword-ghost--text-point shown))
         (text (catchword-ghost--text-text shown)))
    (when (and (eq (catchword-ghost--text-buffer shown) (current-buffer))
               (<= (point-min) start (point))
               (< (- (point) start) (length text))
               (equal (catchword-ghost--line-after)
                      (catchword-ghost--text-after shown))
               (equal (catchword-ghost--line-before)
                      (concat (catchword-ghost--text-before shown)
                              (substring text 0 (- (point) start)))))
      (let ((rest (substring text (- (point) start))))
        (unless (equal rest (catchword-ghost--text-rest shown))
          (setf (catchword-ghost--text-rest shown) rest)
          (catchword-ghost--draw)))
      t)))

(defun catchword-ghost--check ()
  "Hide the ghost text after a command with which it no longer agrees."
  (unless (and (not buffer-read-only)
               (catchword-ghost--is-welcome)
               (condition-case nil (catchword-ghost--follow) (error nil)))
    (catchword-ghost--hide)))

;;;; Asking

(defun catchword-ghost--is-welcome ()
  "Return non-nil if the user types here and nothing else is shown at point.
Whether the buffer is read-only says nothing while company asks for completions."
  (and catchword-ghost-text
       catchword-ghost-mode
       (eq (current-buffer) (window-buffer))
       (not (or (region-active-p)
                (bound-and-true-p isearch-mode)
                defining-kbd-macro
                executing-kbd-macro
                (bound-and-true-p company-selection-changed)
                (bound-and-true-p corfu--preview-ov)))))

(defun catchword-ghost--is-chosen ()
  "Return non-nil if a text that was asked for by hand agrees with what is typed."
  (and catchword-ghost--shown
       (catchword-ghost--text-by-hand catchword-ghost--shown)
       (condition-case nil (catchword-ghost--follow) (error nil))))

(defun catchword-ghost--after-command ()
  "Ask when Emacs is idle, after a command that has changed the text."
  (let ((tick (buffer-chars-modified-tick)))
    (unless (eql tick catchword-ghost--tick)
      (setq catchword-ghost--tick tick)
      (catchword-ghost--forget)
      (when (and (not buffer-read-only)
                 (catchword-ghost--is-welcome)
                 (not (catchword-ghost--is-chosen)))
        (setq catchword-ghost--timer
              (run-with-idle-timer catchword-ghost-delay nil
                                   #'catchword-ghost--ask (current-buffer)
                                   catchword-ghost--automatic))))))

(defun catchword-ghost--ask (buffer kind)
  "Ask what may come after point, if BUFFER is still current.
KIND is the protocol's trigger kind."
  (setq catchword-ghost--timer nil)
  (when (and (eq buffer (current-buffer)) (catchword-ghost--is-welcome))
    (let ((question (cons nil (and (= kind catchword-ghost--by-hand) (list 1))))
          (tick (buffer-chars-modified-tick))
          (point (point)))
      (setq catchword-ghost--question question)
      (setcar question
              (condition-case nil
                  (funcall catchword-ghost-ask-function kind
                           (lambda (texts)
                             (when (eq question catchword-ghost--question)
                               (setq catchword-ghost--question nil)
                               (catchword-ghost--answered texts (cadr question) buffer tick point))))
                (error nil)))
      (setq catchword-ghost--unasked
            (and (= kind catchword-ghost--automatic) (not (car question)) (list buffer tick point))))))

(defun catchword-ghost-ask-again ()
  "Ask what nobody could be asked, unless something was done since."
  (pcase-let ((`(,buffer ,tick ,point) catchword-ghost--unasked))
    (setq catchword-ghost--unasked nil)
    (when (and (buffer-live-p buffer) (eq buffer (window-buffer)))
      (with-current-buffer buffer
        (when (and (= tick (buffer-chars-modified-tick)) (= point (point)))
          (catchword-ghost--ask buffer catchword-ghost--automatic))))))

(defun catchword-ghost--answered (texts presses buffer tick point)
  "Show one of TEXTS, if BUFFER still has the TICK and the POINT of the question.
That is the first, or, if they were asked for by hand, so many texts further as
the key has had PRESSES.  If there are none, the present ghost text stays: it
agrees with what was typed."
  (when (and texts
             (buffer-live-p buffer)
             (eq buffer (window-buffer)))
    (with-current-buffer buffer
      (when (and (= tick (buffer-chars-modified-tick))
                 (= point (point))
                 (catchword-ghost--is-welcome))
        (if (not presses)
            (when (catchword-ghost--take-place-of-preview (car texts))
              (catchword-ghost--show (car texts)))
          (let ((present (and catchword-ghost--shown
                              (cl-position (catchword-ghost--text-rest
                                            catchword-ghost--shown)
                                           texts :test #'equal))))
            (catchword-ghost--show (nth (mod (+ (or present -1) presses) (length texts))
                                        texts)
                                   t texts)))))))

(defun catchword-ghost--forget ()
  "Cancel the question, or the timer that is about to ask it."
  (when catchword-ghost--timer
    (cancel-timer catchword-ghost--timer)
    (setq catchword-ghost--timer nil))
  (when-let ((question catchword-ghost--question))
    (setq catchword-ghost--question nil)
    (when (car question)
      (ignore-errors (funcall (car question))))))

(defun catchword-ghost--stop ()
  "Hide the ghost text, and cancel the question for the next one."
  (catchword-ghost--forget)
  (catchword-ghost--hide))

(defun catchword-ghost-continuations (result start-of)
  "Return the texts after point in RESULT, the server's answer.
Those that are too long are left out.  The function START-OF takes a position of
the protocol and returns that of this buffer."
  (delete-dups
   (cl-loop
    for item across (if (vectorp result) result (or (plist-get result :items) []))
    for text = (plist-get item :insertText)
    for range = (plist-get item :range)
    for typed = (if range
                    (let ((start (funcall start-of (plist-get range :start)))
                          (end (funcall start-of (plist-get range :end))))
                      (and (<= (catchword-ghost--line-start) start (point))
                           (= end (point))
                           (buffer-substring-no-properties start (point))))
                  "")
    ;; A text that is not a string is a snippet.
    when (and (stringp text) typed (string-prefix-p typed text)
              (< 0 (- (length text) (length typed)) catchword-ghost--longest))
    collect (replace-regexp-in-string "\r\n?" "\n" (substring text (length typed))
                                      t t))))

;;;###autoload
(define-minor-mode catchword-ghost-mode
  "Show what may come after point.  `catchword-mode' turns this on."
  :group 'catchword
  (if catchword-ghost-mode
      (progn
        (setq catchword-ghost--tick (buffer-chars-modified-tick))
        (add-hook 'post-command-hook #'catchword-ghost--after-command nil t))
    (remove-hook 'post-command-hook #'catchword-ghost--after-command t)
    (catchword-ghost--stop)))

(provide 'catchword-ghost)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-ghost.el ends here
