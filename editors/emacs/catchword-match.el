;;; catchword-match.el --- Matching of candidates  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The server matches and sorts its candidates for the text that it was asked
;; about.  While the user types on, the candidates of a complete answer are
;; narrowed here.

;;; Code:

(require 'catchword-answer)
(require 'catchword-ask)
(require 'catchword-candidate)
(require 'cl-lib)
(require 'subr-x)

(defun catchword--is-subsequence (pattern text)
  "Return non-nil if the characters of PATTERN are in TEXT, in order, in any case."
  (let ((pattern (downcase pattern))
        (text (downcase text))
        (from 0))
    (cl-every (lambda (character)
                (when-let ((found (cl-position character text :start from)))
                  (setq from (1+ found))))
              pattern)))

(defun catchword--begins-with (string candidate)
  "Return non-nil if one of the names of CANDIDATE begins with STRING."
  (cl-some (lambda (name) (string-prefix-p string name t))
           (catchword--names candidate)))

(defun catchword--prefix-first (string candidates)
  "Return CANDIDATES in their order, but those that begin with STRING first."
  (let ((is-prefix (apply-partially #'catchword--begins-with string)))
    (nconc (cl-remove-if-not is-prefix candidates)
           (cl-remove-if is-prefix candidates))))

(defun catchword--matches (answer string)
  "Return the candidates of ANSWER that match STRING.
For the text that the server was asked about these are all of them, since the
server has matched them; otherwise those that STRING abbreviates.  They are
copies, since completion removes the properties of what it inserts."
  (let* ((all (catchword--answer-candidates answer))
         (typed (catchword--without-mark string))
         (kept (if (equal typed (catchword--answer-prefix answer))
                   all
                 (catchword--prefix-first
                  typed
                  (cl-remove-if-not
                   (lambda (candidate)
                     (cl-some (apply-partially #'catchword--is-subsequence typed)
                              (catchword--names candidate)))
                   all)))))
    (mapcar (lambda (candidate)
              (catchword--unfinished typed (copy-sequence candidate)))
            (if (catchword--is-automatic)
                (cl-remove-if-not (apply-partially #'catchword--begins-with typed)
                                  kept)
              kept))))

(provide 'catchword-match)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-match.el ends here
