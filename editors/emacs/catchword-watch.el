;;; catchword-watch.el --- Buffer events that the server must know of  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The functions of the hooks that `catchword-mode' sets up in a buffer: it is
;; edited, saved, renamed or killed.

;;; Code:

(require 'catchword-answer)
(require 'catchword-change)
(require 'catchword-document)
(require 'catchword-server)
(require 'catchword-sync)
(require 'catchword-text)
(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)

(defun catchword--before-change (beg end)
  "Note the position of the text between BEG and END, which is about to change."
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
              ;; The end first: this leaves the anchor at the start, which the
              ;; change does not move.
              (let ((last (catchword--position document end)))
                (setf (catchword--document-announced document)
                      (list beg end (catchword--position document beg) last))))))))))

(defun catchword--after-change (beg end length)
  "Note that the LENGTH characters at BEG have become those until END."
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
               ;; The change may be smaller than the one that was announced.
               (catchword--add-change document start finish old-beg old-end
                                      (+ old-end (- (- end beg) length))))))
          (_ (setf (catchword--document-is-out-of-step document) t))))
      (setf (catchword--document-tick document) (buffer-chars-modified-tick)))
    (catchword--synchronize-when-idle)))

(defun catchword--saved ()
  "Tell the server that this buffer has been saved."
  (catchword--quietly
    (let ((document (catchword--own-document)))
      (when (catchword--is-open document)
        (catchword--send-changes document)
        (jsonrpc-notify catchword--connection :textDocument/didSave
                        (list :textDocument
                              (list :uri (catchword--document-uri document))))))))

(defun catchword--close ()
  "Close the document of this buffer, if it has one."
  (setq catchword--buffers (delq (current-buffer) catchword--buffers))
  (catchword--forget-answer)
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

(provide 'catchword-watch)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-watch.el ends here
