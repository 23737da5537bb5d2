;;; catchword-answer.el --- The last answer of the Catchword server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; An answer is about one word of one buffer.  It serves again while the user
;; types on in that word, so that not every key needs a request.

;;; Code:

(require 'cl-lib)

(cl-defstruct (catchword--answer (:constructor catchword--make-answer))
  "CANDIDATES of the server for PREFIX, the text from BEG to END."
  buffer beg end prefix candidates is-complete tick time)

(defvar catchword--answer nil
  "The last answer of the server, for any buffer, or nil.")

(defconst catchword--moment 0.25
  "Time in seconds for which an incomplete answer serves in an unchanged buffer.")

(defun catchword--forget-answer ()
  "Forget the last answer, so that the server is asked anew."
  (setq catchword--answer nil))

(defun catchword--forget-answer-unless-typed (beg end)
  "Forget the last answer unless the change from BEG to END is within its word."
  (when catchword--answer
    (if (and (eq (catchword--answer-buffer catchword--answer) (current-buffer))
             (<= (catchword--answer-beg catchword--answer) beg
                 (catchword--answer-end catchword--answer)))
        (setf (catchword--answer-end catchword--answer)
              (max end (catchword--answer-end catchword--answer)))
      (catchword--forget-answer))))

(defun catchword--is-typed-on (text)
  "Return non-nil if TEXT, typed after an answer, continues the same word.
In scripts that are written without spaces it may begin another word."
  (and (string-match-p "\\`[[:alnum:]_]*\\'" text)
       (cl-notany (lambda (character)
                    (memq (aref char-script-table character)
                          '(han kana thai lao khmer burmese)))
                  text)))

(defun catchword--serves (answer)
  "Return `fresh' or `stale' if ANSWER is about the word before point, else nil.
A stale answer is used only if the server gives no new one in time."
  (when (and answer
             (eq (catchword--answer-buffer answer) (current-buffer))
             (<= (point-min) (catchword--answer-beg answer) (point)))
    (let ((prefix (catchword--answer-prefix answer))
          (text (buffer-substring-no-properties
                 (catchword--answer-beg answer) (point))))
      (when (and (string-prefix-p prefix text)
                 (catchword--is-typed-on (substring text (length prefix))))
        (if (or (catchword--answer-is-complete answer)
                (and (= (buffer-chars-modified-tick)
                        (catchword--answer-tick answer))
                     (equal text prefix)
                     (< (- (float-time) (catchword--answer-time answer))
                        catchword--moment)))
            'fresh
          'stale)))))

(defun catchword--is-accepted (answer)
  "Return non-nil if the word before point is a candidate of ANSWER."
  (and answer
       (eq (catchword--answer-buffer answer) (current-buffer))
       (<= (point-min) (catchword--answer-beg answer) (point))
       (member (buffer-substring-no-properties
                (catchword--answer-beg answer) (point))
               (catchword--answer-candidates answer))))

(provide 'catchword-answer)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-answer.el ends here
