;;; catchword-document.el --- Buffers as documents of the protocol  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Each buffer in which `catchword-mode' is on has a `catchword--document',
;; which says under which name the server knows the buffer, and how far it is
;; up to date.

;;; Code:

(require 'catchword-log)
(require 'catchword-server)
(require 'cl-lib)
(require 'subr-x)
(require 'url-util)

(cl-defstruct (catchword--document (:constructor catchword--make-document))
  "The server's knowledge of a buffer."
  buffer
  uri
  (version 0)
  ;; The connection over which the document is open.
  connection
  ;; Changes that are not sent yet, the newest first.
  changes
  ;; The change that is about to happen: (BEG END START-POSITION END-POSITION).
  announced
  ;; Non-nil if the whole text has to be sent.
  is-out-of-step
  ;; The buffer's tick after the last change that the hooks have seen.
  tick
  ;; A position whose line is known: later counts of lines start from there.
  (anchor 1)
  (anchor-line 0))

(defvar catchword--buffers nil "The buffers in which `catchword-mode' is on.")
(defvar catchword--untitled-count 0
  "Number of documents so far that had no file.")

(defvar-local catchword--document nil
  "The `catchword--document' of this buffer, or nil.")

(defun catchword--is-on ()
  "Return non-nil if `catchword-mode' is on in this buffer."
  (bound-and-true-p catchword-mode))

(defmacro catchword--quietly (&rest body)
  "Evaluate BODY, and return nil instead of signalling an error.
The error is kept for `catchword-status', and the server gets the whole text
of the buffer again."
  (declare (indent 0) (debug t))
  `(condition-case problem
       (progn ,@body)
     (error
      (setq catchword--trouble (error-message-string problem))
      (when (catchword--document-p catchword--document)
        (setf (catchword--document-is-out-of-step catchword--document) t))
      nil)))

(defun catchword--own-document ()
  "Return the document of this buffer, a new one if it has none.
A cloned indirect buffer inherits the variable, but is another document."
  (unless (and catchword--document
               (eq (catchword--document-buffer catchword--document)
                   (current-buffer)))
    (cl-pushnew (current-buffer) catchword--buffers)
    (setq catchword--document
          (catchword--make-document :buffer (current-buffer)
                                    :uri (catchword--uri))))
  catchword--document)

(defun catchword--is-open (document)
  "Return non-nil if the running server has DOCUMENT."
  (and (catchword--is-running)
       catchword--is-ready
       (eq (catchword--document-connection document) catchword--connection)))

;;;; Names

(defun catchword--uri ()
  "Return a uri for this buffer: that of its file, or a new one."
  (if (and buffer-file-name (not (file-remote-p buffer-file-name)))
      (catchword--path-uri (file-truename buffer-file-name))
    (format "untitled:%s-%d"
            (url-hexify-string (encode-coding-string (buffer-name) 'utf-8))
            (cl-incf catchword--untitled-count))))

(defun catchword--path-uri (path)
  "Return the uri of PATH."
  (concat "file://"
          (unless (string-prefix-p "/" path) "/")
          (url-hexify-string (encode-coding-string path 'utf-8)
                             url-path-allowed-chars)))

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
  "Alist from modes to the protocol's languages where the names differ.")

(defun catchword--language ()
  "Return the protocol's name for the language of this buffer."
  (or (alist-get major-mode catchword--languages)
      (downcase (string-trim-right (symbol-name major-mode)
                                   "\\(?:-ts\\)?-mode"))))

(provide 'catchword-document)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-document.el ends here
