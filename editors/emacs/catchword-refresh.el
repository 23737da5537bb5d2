;;; catchword-refresh.el --- Refresh of candidates that are shown  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Slow sources of the server may find candidates after it has answered.  Then
;; it says so, and the candidates that are shown are asked for anew.
;;
;; On a busy machine the server itself may be late.  Company would not ask again
;; before the next key, and shows until then what others offer; so it is made to.

;;; Code:

(require 'catchword-answer)
(require 'catchword-candidate)
(require 'catchword-document)
(require 'catchword-request)
(require 'catchword-result)
(require 'catchword-server)
(require 'catchword-text)
(require 'cl-lib)
(require 'minibuffer)
(require 'subr-x)

(declare-function company-abort "ext:company" ())
(declare-function company-idle-begin "ext:company" (buffer window tick position))

(cl-defmethod catchword--handle-notification
  ((_method (eql '$/catchword/completionsChanged)) params)
  "Refresh the candidates at the position in PARAMS, if they are shown."
  ;; Later: no filter of a process should wait for the server.
  (run-at-time 0 nil #'catchword--completions-changed params))

(defun catchword--completions-changed (params)
  "Forget the last answer if PARAMS are about point, and show the new one.
It is shown if the window of completions is, or by company."
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
                ((catchword--has-company-room)
                 (catchword--show-in-company
                  (current-buffer) (selected-window)
                  (buffer-chars-modified-tick) (point)))))))))

;;;; Company

(defun catchword--has-company-room ()
  "Return non-nil if company comes up by itself and shows nothing of the server's.
A menu in which the user has selected something is left as it is."
  (and (bound-and-true-p company-mode)
       ;; `now' while it asks by itself.
       (bound-and-true-p company-idle-delay)
       (not (bound-and-true-p company-selection-changed))
       (cl-notany #'catchword--item (bound-and-true-p company-candidates))))

(defun catchword--show-in-company (buffer window tick point)
  "Have company ask once more in BUFFER and WINDOW, unchanged since TICK and POINT.
What others offer stays in its menu until the server has something, too."
  (when (and (eq buffer (current-buffer))
             (eq window (selected-window))
             (eql tick (buffer-chars-modified-tick))
             (eql point (point))
             (catchword--has-company-room)
             (or (not (bound-and-true-p company-candidates))
                 (catchword--quietly (catchword--answer-at-point))))
    ;; Company keeps what completion functions said at this place.
    (when (boundp 'company--capf-cache)
      (set 'company--capf-cache nil))
    (when (bound-and-true-p company-candidates)
      (company-abort))
    (company-idle-begin buffer window tick point)))

(defconst catchword--most-tries 10
  "How often company asks anew where the server was late, until a key is pressed.")

(defvar catchword--tries nil
  "The buffer's tick and point where the server was late, and how often it was.")

(defun catchword--ask-again ()
  "Have company ask once more, as the server was late, if nothing is typed."
  (when (and (catchword--is-automatic)
             (catchword--has-company-room))
    (let ((place (list (buffer-chars-modified-tick) (point))))
      (setq catchword--tries
            (cons place (if (equal (car catchword--tries) place)
                            (1+ (cdr catchword--tries))
                          1)))
      (when (<= (cdr catchword--tries) catchword--most-tries)
        (run-with-timer 0.1 nil #'catchword--show-in-company
                        (current-buffer) (selected-window)
                        (nth 0 place) (nth 1 place))))))

(add-hook 'catchword--late-hook #'catchword--ask-again)

(provide 'catchword-refresh)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-refresh.el ends here
