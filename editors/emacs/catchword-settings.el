;;; catchword-settings.el --- Settings for the Catchword server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The server gets `catchword-options' as `initializationOptions', whichever
;; client starts it.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(defcustom catchword-options nil
  "Settings for the server, a property list, sent when it starts.
For instance (:lists [\"~/words/cities.txt\"]).  A list that does not
begin with a keyword is sent as an array."
  :type '(plist :key-type symbol :value-type sexp)
  :group 'catchword)

(defun catchword--json (value)
  "Return VALUE in the form that jsonrpc encodes.
Lists that are not property lists become vectors."
  (cond ((and (consp value) (keywordp (car value)))
         (cl-loop for (key item) on value by #'cddr
                  nconc (list key (catchword--json item))))
        ((or (consp value) (vectorp value))
         (vconcat (mapcar #'catchword--json value)))
        (t value)))

(defun catchword--expanded-options ()
  "Return `catchword-options' with ~ expanded in the paths of word lists."
  (let ((options (copy-sequence catchword-options)))
    (when-let ((lists (plist-get options :lists)))
      (setq options
            (plist-put options :lists
                       (mapcar (lambda (list)
                                 (if (stringp list) (expand-file-name list) list))
                               lists))))
    options))

(provide 'catchword-settings)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-settings.el ends here
