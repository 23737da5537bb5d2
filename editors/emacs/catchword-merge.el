;;; catchword-merge.el --- Merging with other completion functions  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Emacs takes the result of the first completion function that has one.  So
;; that the others are not lost, the first of them that has a result is asked
;; too, and both results become one.

;;; Code:

(require 'catchword-accept)
(require 'catchword-answer)
(require 'catchword-ask)
(require 'catchword-candidate)
(require 'catchword-description)
(require 'catchword-match)
(require 'catchword-result)
(require 'catchword-table)
(require 'cl-lib)
(require 'minibuffer)
(require 'subr-x)

(defcustom catchword-functions-behind '(ispell-completion-at-point)
  "Completion functions whose candidates follow the server's.
Candidates of other functions, which may know the language, precede them."
  :type '(repeat function)
  :group 'catchword)

;;;; The other function

(defun catchword--result-of (function)
  "Return the result of the completion FUNCTION, nil if it is of no use."
  (let ((result (condition-case nil (funcall function) (error nil))))
    (pcase result
      (`(,(pred integer-or-marker-p) ,(pred integer-or-marker-p) ,table . ,plist)
       (and (<= (nth 0 result) (point) (nth 1 result))
            (or (not (eq (plist-get plist :exclusive) 'no))
                (condition-case nil
                    (try-completion
                     (buffer-substring-no-properties (nth 0 result) (point))
                     table (plist-get plist :predicate))
                  (error nil)))
            result)))))

(defun catchword--other-result (own)
  "Return the result of the first completion function but OWN that has one.
Those of `catchword-functions-behind' are asked after all others."
  (let (behind)
    (or (run-hook-wrapped
         'completion-at-point-functions
         (lambda (function)
           (cond ((eq function own) nil)
                 ((memq function catchword-functions-behind)
                  (push function behind)
                  nil)
                 (t (catchword--result-of function)))))
        (when-let ((result (cl-some #'catchword--result-of (nreverse behind))))
          (append result '(:catchword-behind t))))))

(defun catchword--is-behind (other)
  "Return non-nil if the candidates of OTHER, a result, follow the server's."
  (plist-get (nthcdr 3 other) :catchword-behind))

(defun catchword--shorter (one another)
  "Return non-nil if the candidate ONE goes before ANOTHER, by length and letters."
  (if (= (length one) (length another))
      (string< one another)
    (< (length one) (length another))))

(defun catchword--other-candidates (other string point)
  "Return the candidates of OTHER, a completion function's result, for STRING.
They are matched and sorted by OTHER's own rules, with the cursor at POINT."
  (condition-case nil
      (let* ((table (nth 2 other))
             (predicate (plist-get (nthcdr 3 other) :predicate))
             (metadata (completion-metadata (substring string 0 point)
                                            table predicate))
             (all (completion-all-completions string table predicate point metadata))
             (end (last all))
             (base (or (cdr end) 0)))
        (when end (setcdr end nil))
        (setq all (funcall (or (completion-metadata-get metadata 'display-sort-function)
                               (lambda (found) (sort found #'catchword--shorter)))
                           all))
        ;; A table of file names returns names without the folder, which ends at BASE.
        (if (> base 0)
            (mapcar (lambda (name) (concat (substring string 0 base) name)) all)
          all))
    (error nil)))

;;;; Both as one list

(defun catchword--own-candidates (answer other string point)
  "Return the candidates of ANSWER as text for the place that OTHER completes.
STRING is the text there, with the cursor at POINT."
  (let* ((answer (catchword--refreshed answer))
         (beg (catchword--answer-beg answer))
         (offset (- beg (nth 0 other))))
    (cond
     ((> offset point) nil)
     ((>= offset 0)
      (let ((lead (substring string 0 offset)))
        (mapcar (lambda (candidate)
                  (catchword--with-item (concat lead candidate)
                                        (catchword--item candidate)))
                (catchword--matches answer (substring string offset point)))))
     (t
      (let ((lead (buffer-substring-no-properties beg (nth 0 other))))
        (cl-loop for candidate in (catchword--matches
                                   answer (concat lead (substring string 0 point)))
                 when (string-prefix-p lead candidate)
                 collect (catchword--with-item (substring candidate (length lead))
                                               (catchword--item candidate))))))))

(defun catchword--unseen (candidates others)
  "Return the CANDIDATES that are not among OTHERS.
`name' is the same as the `name(arguments)' of a language server."
  (let ((seen (make-hash-table :test #'equal)))
    (dolist (candidate others)
      (puthash (substring-no-properties candidate) t seen)
      (when-let ((end (string-search "(" candidate)))
        (puthash (substring-no-properties candidate 0 end) t seen)))
    (cl-remove-if (lambda (candidate)
                    (gethash (substring-no-properties candidate) seen))
                  candidates)))

(defun catchword--merged (own others string is-behind)
  "Return OWN candidates and OTHERS for STRING as one list, each text once.
OTHERS go first, since they may know the language, unless IS-BEHIND; but
candidates that begin with STRING go before those that do not.  If some of
OTHERS begin with STRING, it is taken to have no typo, and corrections of it
among OWN are left out."
  (if is-behind
      (catchword--prefix-first string (append own (catchword--unseen others own)))
    (when (cl-some (lambda (candidate) (string-prefix-p string candidate t)) others)
      (setq own (cl-remove-if-not
                 (lambda (candidate)
                   (cl-some (apply-partially #'catchword--is-subsequence string)
                            (catchword--names candidate)))
                 own)))
    (catchword--prefix-first
     string (append others (catchword--unseen own others)))))

;;;; Both as one result

(defun catchword--merged-result (answer other)
  "Return the result of a completion function that offers ANSWER and OTHER."
  `(,(nth 0 other)
    ,(nth 1 other)
    ,(catchword--make-table
      (lambda (string point)
        (catchword--merged (catchword--own-candidates answer other string point)
                           (catchword--other-candidates other string point)
                           (substring string 0 point)
                           (catchword--is-behind other))))
    :exclusive no
    ,@(and (catchword--is-led answer) '(:company-prefix-length t))
    ,@(catchword--merged-properties other)))

(defun catchword--merged-properties (other)
  "Return properties that pass each candidate to our functions or to OTHER's."
  (let* ((plist (nthcdr 3 other))
         (properties nil)
         (annotate (or (plist-get plist :annotation-function)
                       (completion-metadata-get
                        (ignore-errors (completion-metadata "" (nth 2 other) nil))
                        'annotation-function))))
    (cl-loop for (key own) on catchword--properties by #'cddr
             for theirs = (if (eq key :annotation-function)
                              annotate
                            (plist-get plist key))
             do (setq properties
                      (plist-put properties key
                                 (catchword--dispatch own theirs))))
    (when-let ((location (plist-get plist :company-location)))
      (setq properties (plist-put properties :company-location
                                  (catchword--dispatch #'ignore location))))
    (plist-put properties :exit-function
               (lambda (candidate status)
                 (if (catchword--is-theirs candidate other)
                     (when-let ((finish (plist-get plist :exit-function)))
                       (funcall finish candidate status))
                   (catchword--accepted candidate status))))))

(defun catchword--is-theirs (candidate other)
  "Return non-nil if CANDIDATE, which may be a copy, is one of OTHER's result."
  (and (not (get-text-property 0 'catchword-item candidate))
       (or (not (catchword--item candidate))
           (unless (catchword--is-behind other)
             (test-completion candidate (nth 2 other)
                            (plist-get (nthcdr 3 other) :predicate))))))

(defun catchword--dispatch (own theirs)
  "Return a function that calls OWN with our candidates and THEIRS with others."
  (lambda (candidate)
    (cond ((get-text-property 0 'catchword-item candidate) (funcall own candidate))
          (theirs (funcall theirs candidate)))))

(provide 'catchword-merge)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-merge.el ends here
