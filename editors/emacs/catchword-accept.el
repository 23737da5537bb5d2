;;; catchword-accept.el --- Acceptance of a candidate  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; An accepted candidate is replaced by its text if that has several lines.  The
;; server learns from what is accepted.

;;; Code:

(require 'catchword-candidate)
(require 'catchword-server)
(require 'catchword-sync)
(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)

(defun catchword--accepted (candidate status)
  "Insert the text of CANDIDATE if it has lines, and tell the server.
STATUS is the argument of a completion's `:exit-function'."
  (let ((item (catchword--item candidate)))
    (catchword--unfold candidate status)
    (when (and item (eq status 'finished) (catchword--is-running) catchword--is-ready)
      ;; The text first: the server then does not learn the same from it again.
      (catchword--synchronize)
      (jsonrpc-async-request
       catchword--connection :workspace/executeCommand
       (list :command "catchword.accept"
             :arguments (vector (cl-loop for key in '(:label :data :sortText)
                                         when (plist-member item key)
                                         append (list key (plist-get item key)))))
       :success-fn #'ignore :error-fn #'ignore :timeout nil))))

(defun catchword--unfold (candidate status)
  "Replace the name of CANDIDATE before point by its text, if that has lines.
STATUS is the argument of a completion's `:exit-function'.  Unless it is
`finished', nothing is replaced: the name may still be extended, or be replaced
by the next candidate of a cycle.

The server has given the lines the indentation of the first line.  Indentation
beyond that becomes spaces if `indent-tabs-mode' is nil."
  (when-let* ((item (and (eq status 'finished) (catchword--item candidate)))
              (label (plist-get item :label))
              (name (if (and (string-suffix-p catchword--more candidate)
                             (not (string-suffix-p catchword--more label)))
                        (concat label catchword--more)
                      label))
              (text (catchword--item-text item))
              (beg (- (point) (length name))))
    (when (and (catchword--has-lines text)
               (>= beg (point-min))
               (equal name (buffer-substring-no-properties beg (point))))
      (let* ((indentation (save-excursion
                            (goto-char beg)
                            (buffer-substring-no-properties
                             (line-beginning-position)
                             (progn (back-to-indentation) (min (point) beg)))))
             (lines (split-string text "\r\n\\|[\r\n]")))
        (delete-region beg (point))
        (insert (car lines))
        (dolist (line (cdr lines))
          (insert "\n" (if indent-tabs-mode
                           line
                         (catchword--with-spaces line indentation))))))))

(defun catchword--with-spaces (line indentation)
  "Return LINE with spaces in place of the tabs after INDENTATION."
  (let* ((kept (if (string-prefix-p indentation line) (length indentation) 0))
         (end (or (string-match "[^\t]" line kept) (length line))))
    (concat (substring line 0 kept)
            (make-string (* standard-indent (- end kept)) ?\s)
            (substring line end))))

(provide 'catchword-accept)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-accept.el ends here
