;;; catchword-request.el --- Requests that wait for the server's answer  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Completion functions return their result, so they have to wait for the
;; server.  A wait ends at a deadline, and as soon as the user types.  Who asks by
;; a key waits for what was asked for; a menu that comes up by itself does not
;; keep its user.

;;; Code:

(require 'catchword-server)
(require 'jsonrpc)

;;;; How long

(defcustom catchword-timeout 0.5
  "Maximum time in seconds that a completion keeps Emacs waiting.
This is for menus that come up by themselves; for a command there is
`catchword-command-timeout'.  Typing ends the wait at once."
  :type 'number
  :group 'catchword)

;; 10 seconds are what jsonrpc, and so eglot, waits for an answer.
(defcustom catchword-command-timeout 10
  "Maximum time in seconds that a command such as M-TAB waits for the server.
The server may only just have been started.  Typing ends the wait at once."
  :type 'number
  :group 'catchword)

(defvar catchword--command-deadline nil
  "The number of keys read when a command first waited, and when its waits end.")

(defun catchword--deadline ()
  "Return the time, in seconds, when a wait that begins now has to end.
All waits of a command end at one time."
  (if (catchword--is-automatic)
      (+ (float-time) catchword-timeout)
    (unless (eql (car catchword--command-deadline) num-input-keys)
      (setq catchword--command-deadline
            (cons num-input-keys (+ (float-time) catchword-command-timeout))))
    (cdr catchword--command-deadline)))

;;;; What has made a menu ask

(defun catchword--is-automatic ()
  "Return non-nil if a menu asks by itself, because something was typed.
Such a menu takes its first candidate at RET.  It must therefore offer only
candidates that begin with what was typed, which is often a whole word."
  (if (bound-and-true-p company-mode)
      (not (or (bound-and-true-p company--manual-action)
               (memq this-command
                     '(completion-at-point complete-symbol indent-for-tab-command))))
    ;; Corfu asks from a timer, where no command runs.
    (memq (or this-command last-command)
          '(self-insert-command org-self-insert-command))))

;;;; Waiting

(defun catchword--is-input-waiting ()
  "Return non-nil if the user has typed something, so that a wait must end."
  (and (not noninteractive) (input-pending-p)))

(defun catchword--wait (process deadline is-done)
  "Handle the output of PROCESS until the function IS-DONE returns non-nil.
Give up at DEADLINE, when PROCESS ends or when the user types."
  (while (and (not (funcall is-done))
              (process-live-p process)
              (< (float-time) deadline)
              (not (catchword--is-input-waiting)))
    (accept-process-output process 0.01)))

(defvar catchword--late-hook nil
  "Functions called when the server has let a deadline pass and nothing is typed.")

(defun catchword--note-if-late (deadline)
  "Run `catchword--late-hook' if DEADLINE has passed while nothing was typed."
  (when (and (>= (float-time) deadline)
             (catchword--is-running)
             (not (catchword--is-input-waiting)))
    (run-hooks 'catchword--late-hook)))

(defun catchword--request (method params deadline)
  "Send the request METHOD with PARAMS and wait for its answer until DEADLINE.
Return a list of one element, the result, or nil if there is none.  A
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
    (unless is-done
      (catchword--note-if-late deadline))
    answer))

(defun catchword--become-ready (deadline)
  "Start the server if need be and wait for it until DEADLINE.
Return non-nil if it is ready for requests."
  (catchword--start)
  (when (catchword--is-running)
    (unless catchword--is-ready
      (catchword--wait catchword--process deadline
                       (lambda () catchword--is-ready))
      (unless catchword--is-ready
        (catchword--note-if-late deadline)))
    (and catchword--is-ready (catchword--is-running))))

(provide 'catchword-request)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-request.el ends here
