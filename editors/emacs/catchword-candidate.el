;;; catchword-candidate.el --- Candidates made from completion items  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; A candidate is the text that a menu shows, with the protocol's completion
;; item in its text property `catchword-item'.  The text is what is inserted,
;; unless that has several lines: then it is the item's label.

;;; Code:

(require 'catchword-answer)
(require 'catchword-text)
(require 'subr-x)

;;;; From items to candidates

(defun catchword--item-edit (item defaults)
  "Return the range, or the ranges, that ITEM (with DEFAULTS) replaces."
  (or (plist-get item :textEdit)
      (plist-get defaults :editRange)))

(defun catchword--item-start (item defaults)
  "Return the start of the text in this buffer that ITEM (with DEFAULTS) replaces."
  (let* ((edit (catchword--item-edit item defaults))
         (range (or (plist-get edit :range) (plist-get edit :insert) edit)))
    (if range
        (save-restriction
          (widen)
          (min (point)
               (+ (catchword--line-start (point))
                  (plist-get (plist-get range :start) :character))))
      (save-excursion
        (skip-syntax-backward "w_")
        (point)))))

(defun catchword--item-text (item)
  "Return the text that ITEM inserts."
  (or (plist-get (plist-get item :textEdit) :newText)
      (plist-get item :textEditText)
      (plist-get item :insertText)
      (plist-get item :label)))

(defun catchword--has-lines (text)
  "Return non-nil if TEXT has several lines.
A menu shows one line for each candidate.  For such a text it shows the
label, which is replaced once it is accepted."
  (string-match-p "[\n\r]" text))

(defun catchword--candidate (item defaults start beg)
  "Return ITEM (with DEFAULTS) as text to put between BEG and point, nil if unfit.
START is the start of the text that it replaces."
  (let ((text (catchword--item-text item))
        (format (or (plist-get item :insertTextFormat)
                    (plist-get defaults :insertTextFormat))))
    (unless (or (eq format 2) (null text) (string-empty-p text))
      (unless (plist-member item :data)
        (when-let ((data (plist-get defaults :data)))
          (setq item (append item (list :data data)))))
      (catchword--with-item
       (concat (save-restriction
                 (widen)
                 (buffer-substring-no-properties beg start))
               (if (catchword--has-lines text) (plist-get item :label) text))
       item))))

(defun catchword--with-item (text item)
  "Return TEXT as a candidate that stands for ITEM."
  (propertize (substring-no-properties text) 'catchword-item item))

;;;; From candidates to items

(defvar catchword--taken nil
  "The candidate that completion has inserted as the only one: (TEXT . ITEM).
Emacs then asks whether TEXT is complete.  If the list of candidates was not
complete, the server is asked again, but it does not offer TEXT, which is in
the buffer already.")

(defun catchword--item (candidate)
  "Return the item behind CANDIDATE, nil if it is none of ours.
A menu may have removed the text property; the item is then found by the text."
  (and (stringp candidate)
       (not (string-empty-p candidate))
       (or (get-text-property 0 'catchword-item candidate)
           (when-let ((known (and catchword--answer
                                  (catchword--answer-candidates
                                   catchword--answer)))
                      (match (car (or (member candidate known)
                                      (member (catchword--without-mark candidate)
                                              known)))))
             (get-text-property 0 'catchword-item match))
           (and (equal candidate (car catchword--taken)) (cdr catchword--taken)))))

;;;; Names

(defun catchword--names (candidate)
  "Return a list of the texts by which CANDIDATE may be typed.
The first is its own text, the second its item's name if that is another."
  (let* ((item (get-text-property 0 'catchword-item candidate))
         (name (or (plist-get item :filterText) (plist-get item :label))))
    (if (and name (not (equal name candidate)))
        (list candidate name)
      (list candidate))))

(defconst catchword--more "…"
  "Mark after a name that is typed in full but stands for several lines.
Completion functions and menus would otherwise take the name for complete, and
not accept it any more.")

(defun catchword--unfinished (string candidate)
  "Return CANDIDATE, marked if STRING is its name and its text has several lines."
  (let ((item (get-text-property 0 'catchword-item candidate)))
    (if (and (equal string candidate)
             item
             (not (string-suffix-p catchword--more candidate))
             (catchword--has-lines (catchword--item-text item)))
        (catchword--with-item (concat candidate catchword--more) item)
      candidate)))

(defun catchword--is-named (string candidate)
  "Return non-nil if STRING is the whole name of CANDIDATE, but not its text."
  (and (not (equal string candidate))
       (or (equal candidate (concat string catchword--more))
           (member string (cdr (catchword--names candidate))))))

(defun catchword--without-mark (candidate)
  "Return CANDIDATE without the mark `catchword--more'."
  (string-remove-suffix catchword--more candidate))

(provide 'catchword-candidate)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-candidate.el ends here
