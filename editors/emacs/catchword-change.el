;;; catchword-change.el --- Changes that the server does not know yet  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Changes of a document are collected and merged until they are sent.  Typing
;; a word is one change that way.

;;; Code:

(require 'catchword-document)
(require 'catchword-text)
(require 'cl-lib)

(cl-defstruct (catchword--change (:constructor catchword--make-change))
  "A change that is not sent yet.
The server has it replace what is between START and END, positions of the
protocol, by TEXT, which is at BEG in the buffer."
  start end text beg)

(defconst catchword--most-changes 100
  "Number of unsent changes from which on the whole text is sent instead.")

(defconst catchword--longest-merged-text 2000
  "Maximum length of a change's new text for the next change to be merged with it.")

(defun catchword--add-change (document start finish beg old-end end)
  "Add a change to DOCUMENT: the text from BEG to OLD-END now reaches to END.
START and FINISH are the protocol's positions of BEG and OLD-END."
  (let* ((newest (car (catchword--document-changes document)))
         (offset (and newest (- beg (catchword--change-beg newest)))))
    (cond
     ;; Within what the newest change inserted: both are one change.
     ((and newest
           (>= offset 0)
           (<= (length (catchword--change-text newest))
               catchword--longest-merged-text)
           (<= (+ offset (- old-end beg))
               (length (catchword--change-text newest))))
      (let ((text (catchword--change-text newest)))
        (setf (catchword--change-text newest)
              (concat (substring text 0 offset)
                      (catchword--text beg end)
                      (substring text (+ offset (- old-end beg)))))))
     ((>= (length (catchword--document-changes document))
          catchword--most-changes)
      (setf (catchword--document-is-out-of-step document) t))
     (t
      (push (catchword--make-change :start start :end finish :beg beg
                                    :text (catchword--text beg end))
            (catchword--document-changes document))))))

(provide 'catchword-change)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-change.el ends here
