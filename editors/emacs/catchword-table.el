;;; catchword-table.el --- Completion table in the server's order  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Completion styles of Emacs match candidates by rules of their own.  Tables of
;; this client have the style `catchword', which takes the candidates as the
;; server has matched and sorted them.

;;; Code:

(require 'catchword-candidate)
(require 'catchword-match)
(require 'cl-lib)
(require 'minibuffer)
(require 'subr-x)

(defconst catchword--metadata
  '(metadata (category . catchword)
             (display-sort-function . identity)
             (cycle-sort-function . identity))
  "Metadata of our tables: above all, candidates must not be sorted again.")

(defun catchword--make-table (find)
  "Return a completion table of the candidates that the function FIND returns.
FIND takes a string and a position in it, and returns candidates, the best
first.  The style `catchword' gets them as they are, with the action
\(catchword . POSITION); to other styles the table is like any other."
  (lambda (string predicate action)
    (cond
     ((eq action 'metadata) catchword--metadata)
     ((eq (car-safe action) 'catchword)
      (let ((found (funcall find string (cdr action))))
        (if predicate (cl-remove-if-not predicate found) found)))
     ((consp action) nil)
     ((and (memq action '(nil lambda)) (equal string (car catchword--taken))) t)
     (t
      (let ((found (funcall find string (length string))))
        (if action
            (complete-with-action action found string predicate)
          ;; Candidates that do not begin with STRING match as well.
          (or (try-completion string found predicate)
              (and found string))))))))

;;;; The completion style

(defun catchword--style-all (string table predicate point)
  "Return completions of STRING by TABLE and PREDICATE with the cursor at POINT."
  (if (functionp table)
      (funcall table string predicate (cons 'catchword point))
    (all-completions (substring string 0 point) table predicate)))

(defun catchword--style-try (string table predicate point)
  "Complete STRING by TABLE and PREDICATE with the cursor at POINT.
STRING is extended only by the prefix that all candidates share; if some begin
with STRING, by the prefix that these share.  A candidate whose name is typed in
full is taken, even if others begin with that name."
  (let* ((found (catchword--style-all string table predicate point))
         (typed (substring string 0 point))
         (begin (cl-remove-if-not
                 (apply-partially #'catchword--begins-with typed) found))
         (all (or (cl-some (lambda (candidate)
                             (and (catchword--is-named typed candidate)
                                  (list candidate)))
                           begin)
                  begin
                  found))
         (taken catchword--taken))
    (setq catchword--taken nil)
    (cond
     ((null all)
      ;; Emacs tries once more when only the case has changed.
      (when (equal string (car taken))
        (setq catchword--taken taken)
        t))
     ((null (cdr all))
      (let ((only (catchword--unfinished (car all) (car all))))
        ;; Only ours: a candidate of another function may go on, as a folder does.
        (when-let ((item (catchword--item (car all))))
          (setq catchword--taken (cons (substring-no-properties only) item)))
        (or (equal only string)
            (cons only (length only)))))
     (t
      (let ((common (try-completion "" all)))
        (if (and (stringp common)
                 (> (length common) (length string))
                 (string-prefix-p string common))
            (cons common (length common))
          (cons string point)))))))

(add-to-list 'completion-styles-alist
             '(catchword catchword--style-try catchword--style-all
                         "What the Catchword server matches."))

(add-to-list 'completion-category-defaults '(catchword (styles catchword)))

(provide 'catchword-table)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-table.el ends here
