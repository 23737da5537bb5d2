;;; catchword-text.el --- Buffer text in the protocol's terms  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Emacs counts characters, so positions are negotiated as utf-32: a position
;; is a line and a number of characters, both from 0.  The text that is sent has
;; as many characters as the buffer's, whatever they are.

;;; Code:

(require 'catchword-document)
(require 'cl-lib)

(defconst catchword--unsendable
  ;; Raw bytes are a range of their own in a regular expression.
  (format "[\r%c-%c%c-%c%c-%c]"
          #xd800 #xdfff #x110000 #x3fff7f #x3fff80 #x3fffff)
  "Regular expression for the characters that cannot be sent.
Surrogates and characters beyond Unicode, such as raw bytes, have no UTF-8.  A
carriage return, never a line break in Emacs, would be one for the server.")

(defun catchword--text (beg end)
  "Return the text between BEG and END as the server gets it.
Each character that cannot be sent is replaced by one that can."
  (let ((text (string-to-multibyte (buffer-substring-no-properties beg end))))
    (if (string-match-p catchword--unsendable text)
        (replace-regexp-in-string catchword--unsendable
                                  (string #xfffd) text t t)
      text)))

(defun catchword--whole-text ()
  "Return the whole text of this buffer as the server gets it."
  (save-restriction
    (widen)
    (catchword--text (point-min) (point-max))))

(defun catchword--line-start (position)
  "Return the start of the line of POSITION, regardless of fields."
  (save-excursion
    (goto-char position)
    (let ((inhibit-field-text-motion t))
      (line-beginning-position))))

(defun catchword--count-newlines (beg end)
  "Return the number of newlines between BEG and END."
  (save-excursion
    (goto-char beg)
    (let ((count 0))
      (while (search-forward "\n" end t)
        (cl-incf count))
      count)))

(defun catchword--line (document position)
  "Return the line, from 0, of POSITION in the widened buffer of DOCUMENT."
  (let* ((anchor (catchword--document-anchor document))
         (line (catchword--document-anchor-line document))
         (start (catchword--line-start position)))
    (unless (<= (point-min) anchor (point-max))
      (setq anchor (point-min) line 0))
    (setf (catchword--document-anchor-line document)
          (if (>= start anchor)
              (+ line (catchword--count-newlines anchor start))
            (- line (catchword--count-newlines start anchor)))
          (catchword--document-anchor document) start)
    (catchword--document-anchor-line document)))

(defun catchword--position (document position)
  "Return POSITION of the widened buffer of DOCUMENT as a protocol position."
  (list :line (catchword--line document position)
        :character (- position (catchword--line-start position))))

(provide 'catchword-text)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-text.el ends here
