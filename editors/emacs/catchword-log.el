;;; catchword-log.el --- Log of the Catchword server's reports  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The buffer *catchword log* holds what the server reports, and what this
;; client has to say about it.  The user is told of an error once for each kind
;; of error; `catchword-status' repeats the last one.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(defconst catchword--log-name "*catchword log*"
  "Name of the buffer that holds the log.")

(defconst catchword--longest-log 100000
  "Maximum length of the log in characters.
A log that has grown longer is cut to half of that.")

(defvar catchword--trouble nil
  "The last error, a string, or nil.  `catchword-status' shows it.")
(defvar catchword--told nil
  "List of the kinds of errors that the user has been told of.")

(defun catchword--forget-trouble ()
  "Forget the errors so far, so that new ones are told again."
  (setq catchword--trouble nil
        catchword--told nil))

(defun catchword--note (text)
  "Add TEXT to the log, with the time."
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
  "Show TEXT in the echo area, once for each KIND of error.
The message names COMMAND, which tells more.  It appears when Emacs is idle:
messages that Emacs shows while it starts would replace it."
  (unless (memq kind catchword--told)
    (push kind catchword--told)
    (run-with-idle-timer
     ;; The time counts from when Emacs became idle, which may be long ago.
     (+ 0.1 (float-time (or (current-idle-time) 0))) nil
     (lambda ()
       ;; A message of the server may be long; its end says what is wrong.
       (let ((line (substring text 0 (string-match "\n" text))))
         (message "Catchword: %s (M-x %s tells more)"
                  (if (> (length line) 500)
                      (concat "..." (substring line -500))
                    line)
                  command))))))

(defun catchword--log-message (params is-for-user)
  "Log the message in PARAMS, those of a notification of the server.
IS-FOR-USER is non-nil if the server wants the user to see it."
  (let ((text (plist-get params :message))
        (is-trouble (<= (or (plist-get params :type) 4) 2)))
    (when (stringp text)
      (catchword--note text)
      (when (or is-trouble is-for-user)
        (setq catchword--trouble text))
      (when is-trouble
        (catchword--tell 'reported text "catchword-log")))))

(defun catchword--standard-error ()
  "Return what the server has written to its standard error since the last call."
  (if-let ((buffer (cl-find-if #'get-buffer
                               '(" *catchword stderr*" "*catchword stderr*"))))
      (with-current-buffer buffer
        (let ((inhibit-read-only t))
          (prog1 (string-trim (buffer-string))
            (erase-buffer))))
    ""))

(defun catchword-log ()
  "Show what the server has reported, such as mistakes in settings.
What it has written to its standard error is shown as well."
  (interactive)
  (let ((errors (catchword--standard-error)))
    (unless (string-empty-p errors)
      (catchword--note (concat "standard error:\n" errors))))
  (with-current-buffer (get-buffer-create catchword--log-name)
    (unless (derived-mode-p 'special-mode)
      (special-mode))
    (goto-char (point-max)))
  (display-buffer catchword--log-name))

(provide 'catchword-log)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-log.el ends here
