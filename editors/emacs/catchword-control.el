;;; catchword-control.el --- Commands that control the server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; `catchword-status' says whether the server runs, and `catchword-restart'
;; starts it anew.

;;; Code:

(require 'catchword-answer)
(require 'catchword-candidate)
(require 'catchword-document)
(require 'catchword-log)
(require 'catchword-server)
(require 'catchword-sync)
(require 'cl-lib)
(require 'subr-x)

(defun catchword-restart ()
  "End the server and start it again, with the present settings."
  (interactive)
  (when-let ((process (catchword--stop)))
    ;; It may not end when it is asked to.
    (run-with-timer 2 nil (lambda ()
                            (when (process-live-p process)
                              (delete-process process)))))
  (catchword--forget-failures)
  (catchword--forget-trouble)
  (catchword--forget-answer)
  (setq catchword--taken nil)
  (catchword--synchronize)
  (when (called-interactively-p 'interactive)
    (catchword-status)))

(defun catchword-status ()
  "Show whether the server runs, and the last error."
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

(provide 'catchword-control)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-control.el ends here
