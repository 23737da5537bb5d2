;;; catchword-description.el --- Descriptions of candidates in menus  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The functions by which menus ask for what they show beside a candidate:
;; annotation, kind, signature and documentation.

;;; Code:

(require 'catchword-candidate)
(require 'catchword-document)
(require 'catchword-request)
(require 'catchword-server)
(require 'subr-x)

(defconst catchword--kinds
  [text method function constructor field variable class interface module
        property unit value enum keyword snippet color file reference folder
        enum-member constant struct event operator type-parameter]
  "The protocol's kinds of items, from 1, by the names that menus use.")

(defun catchword--annotation (candidate)
  "Return the text to show beside CANDIDATE: its description, else its source."
  (when-let* ((item (catchword--item candidate))
              (text (or (plist-get item :detail)
                        (plist-get (plist-get item :labelDetails) :description))))
    (concat "  " (car (split-string text "\n")))))

(defun catchword--kind (candidate)
  "Return the kind of CANDIDATE, a symbol."
  (let ((kind (plist-get (catchword--item candidate) :kind)))
    (if (and (integerp kind) (<= 1 kind (length catchword--kinds)))
        (aref catchword--kinds (1- kind))
      'text)))

(defun catchword--signature (candidate)
  "Return the description of CANDIDATE, for the echo area."
  (plist-get (catchword--item candidate) :detail))

(defun catchword--deprecated (candidate)
  "Return non-nil if CANDIDATE is deprecated."
  (eq t (plist-get (catchword--item candidate) :deprecated)))

(defun catchword--documentation (candidate)
  "Ask the server for the documentation of CANDIDATE, and return it or nil."
  (when-let ((item (catchword--item candidate)))
    (let* ((resolved (and (catchword--is-running)
                          catchword--is-ready
                          (car (catchword--request
                                :completionItem/resolve item
                                (+ (float-time) catchword-timeout)))))
           (text (or (plist-get resolved :documentation)
                     (plist-get item :documentation)
                     (plist-get item :detail))))
      (if (stringp text) text (plist-get text :value)))))

(defun catchword--documentation-buffer (candidate)
  "Return a buffer with the documentation of CANDIDATE, nil if there is none."
  (when-let ((text (catchword--quietly (catchword--documentation candidate))))
    (with-current-buffer (get-buffer-create " *catchword documentation*")
      (erase-buffer)
      (insert text)
      (goto-char (point-min))
      (current-buffer))))

(defconst catchword--properties
  '(:annotation-function catchword--annotation
    :company-kind catchword--kind
    :company-docsig catchword--signature
    :company-deprecated catchword--deprecated
    :company-doc-buffer catchword--documentation-buffer)
  "The properties of a completion function's result that describe candidates.")

(provide 'catchword-description)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-description.el ends here
