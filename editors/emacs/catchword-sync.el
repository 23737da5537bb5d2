;;; catchword-sync.el --- Synchronization of documents with the server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Edits are collected by the buffers' hooks, and sent before a request or when
;; Emacs is idle.  The buffer's modification tick tells whether the hooks have
;; seen every change; if they have not, the whole text is sent.

;;; Code:

(require 'catchword-change)
(require 'catchword-document)
(require 'catchword-project)
(require 'catchword-server)
(require 'catchword-text)
(require 'cl-lib)
(require 'jsonrpc)

(defcustom catchword-maximum-size (* 10 1024 1024)
  "Maximum size in characters of the buffers that the server gets."
  :type 'natnum
  :group 'catchword)

(defvar catchword--idle-timer nil
  "The timer that sends changes when Emacs is idle, or nil.")

(defun catchword--settled (document)
  "Note that the server has the present text of this buffer, DOCUMENT."
  (setf (catchword--document-changes document) nil
        (catchword--document-is-out-of-step document) nil
        (catchword--document-tick document) (buffer-chars-modified-tick)))

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
  "Send the changes of every buffer as soon as Emacs is idle."
  (unless catchword--idle-timer
    (setq catchword--idle-timer
          (run-with-idle-timer
           0.2 nil
           (lambda ()
             (setq catchword--idle-timer nil)
             (catchword--synchronize))))))

(defun catchword--synchronize-first ()
  "Tell the server, which has just become ready, about every buffer."
  (catchword--forget-projects)
  (catchword--synchronize))

(add-hook 'catchword--ready-hook #'catchword--synchronize-first)
(add-hook 'catchword--retry-hook #'catchword--synchronize)

(provide 'catchword-sync)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-sync.el ends here
