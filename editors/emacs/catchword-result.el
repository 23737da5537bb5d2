;;; catchword-result.el --- Results of the completion function  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; A completion function returns where the text to complete is, a table of
;; candidates, and functions that tell more about them.

;;; Code:

(require 'catchword-accept)
(require 'catchword-answer)
(require 'catchword-ask)
(require 'catchword-candidate)
(require 'catchword-description)
(require 'catchword-document)
(require 'catchword-match)
(require 'catchword-table)
(require 'cl-lib)
(require 'subr-x)

(defcustom catchword-minimum-length 1
  "Minimum number of characters of a word before the server is asked."
  :type 'natnum
  :group 'catchword)

(defun catchword--is-worth-asking ()
  "Return non-nil if a word of `catchword-minimum-length' may be before point."
  (let ((beg (- (point) catchword-minimum-length)))
    (and (>= beg (point-min))
         (not (string-match-p "[[:space:]\n]"
                              (buffer-substring-no-properties beg (point)))))))

(defun catchword--answer-at-point ()
  "Return an answer with candidates for the word before point, or nil."
  (when (and (catchword--is-on) (catchword--is-worth-asking))
    (let ((answer (catchword--current-answer)))
      (and answer
           (>= (catchword--answer-beg answer) (point-min))
           (or (catchword--is-led answer)
               (>= (- (point) (catchword--answer-beg answer))
                   catchword-minimum-length))
           (catchword--is-of-use answer (buffer-substring-no-properties
                                         (catchword--answer-beg answer) (point)))
           answer))))

(defun catchword--is-of-use (answer typed)
  "Return non-nil if ANSWER has something to offer for TYPED, the text at point.
After a whole word no menu comes up by itself: company and Corfu would take RET
for the menu, and the line would not end.  A snippet's name is no such word."
  (when-let ((matches (catchword--matches answer typed)))
    (or (not (catchword--is-automatic))
        (let ((same (cl-remove-if-not
                     (lambda (candidate)
                       (string= typed (catchword--without-mark candidate)))
                     matches)))
          (or (null same)
              ;; A snippet's name is not what it inserts.
              (cl-some (lambda (candidate)
                         (not (equal typed (catchword--item-text
                                            (catchword--item candidate)))))
                       same))))))

(defun catchword--is-led (answer)
  "Return non-nil if a mark shows that ANSWER completes a path or a symbol's name.
Menus may then come up after fewer letters."
  (let ((beg (catchword--answer-beg answer)))
    (or (and (eq (char-before beg) ?/)
             (cl-some (lambda (candidate)
                        (memq (catchword--kind candidate) '(file folder)))
                      (catchword--answer-candidates answer)))
        (and (< beg (point))
             (memq (char-after beg) '(?/ ?. ?~ ?\\ ?: ?&))
             t))))

(defun catchword--own-result (answer)
  "Return the result of a completion function that offers ANSWER."
  `(,(catchword--answer-beg answer)
    ,(point)
    ,(catchword--make-table
      (lambda (string point)
        (catchword--matches (catchword--refreshed answer)
                            (substring string 0 point))))
    :exclusive no
    :exit-function catchword--accepted
    ,@(and (catchword--is-led answer) '(:company-prefix-length t))
    ,@catchword--properties))

(provide 'catchword-result)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-result.el ends here
