;;; catchword-refresh.el --- Refresh of candidates that are shown  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Slow sources of the server may find candidates after it has answered.  Then
;; it says so, and the candidates that are shown are asked for anew.

;;; Code:

(require 'catchword-answer)
(require 'catchword-document)
(require 'catchword-server)
(require 'catchword-text)
(require 'minibuffer)
(require 'subr-x)

(declare-function company-idle-begin "ext:company" (buffer window tick position))

(cl-defmethod catchword--handle-notification
  ((_method (eql '$/catchword/completionsChanged)) params)
  "Refresh the candidates at the position in PARAMS, if they are shown."
  ;; Later: no filter of a process should wait for the server.
  (run-at-time 0 nil #'catchword--completions-changed params))

(defun catchword--completions-changed (params)
  "Forget the last answer if PARAMS are about point, and show the new one.
It is shown if the window of completions is, or if company had nothing to show."
  (with-current-buffer (window-buffer (selected-window))
    (catchword--quietly
      (when-let ((document catchword--document))
        (when (and (catchword--is-on)
                   (catchword--is-open document)
                   (null (catchword--document-changes document))
                   (equal (plist-get params :textDocument)
                          (list :uri (catchword--document-uri document)
                                :version (catchword--document-version document)))
                   (equal (plist-get params :position)
                          (save-restriction
                            (widen)
                            (catchword--position document (point)))))
          (catchword--forget-answer)
          (cond ((and completion-in-region-mode
                      (get-buffer-window "*Completions*"))
                 (completion-help-at-point))
                ;; Company, which had nothing to show, would not ask again.
                ((and (bound-and-true-p company-mode)
                      (numberp (bound-and-true-p company-idle-delay))
                      (not (bound-and-true-p company-candidates)))
                 (company-idle-begin (current-buffer) (selected-window)
                                     (buffer-chars-modified-tick) (point)))))))))

(provide 'catchword-refresh)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-refresh.el ends here
