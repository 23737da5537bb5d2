;;; catchword-ask.el --- Completion requests  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The answer for the word before point, from the last answer if that serves,
;; else from the server.

;;; Code:

(require 'catchword-answer)
(require 'catchword-candidate)
(require 'catchword-document)
(require 'catchword-request)
(require 'catchword-server)
(require 'catchword-sync)
(require 'catchword-text)
(require 'cl-lib)
(require 'subr-x)

(defun catchword--current-answer ()
  "Return the answer for the word before point, from the server if need be.
When the server does not answer in time, return an older answer about the same
word if there is one."
  (let ((answer catchword--answer))
    (if (eq (catchword--serves answer) 'fresh)
        answer
      (or (if (or (catchword--serves answer) (catchword--is-accepted answer))
              (catchword--ask-once (catchword--deadline))
            (catchword--ask-patiently))
          (and (catchword--serves answer) answer)))))

(defun catchword--refreshed (answer)
  "Return the present answer if it is about the same word as ANSWER, else ANSWER."
  (if (and (catchword--is-on)
           (eq (current-buffer) (catchword--answer-buffer answer)))
      (let ((present (catchword--quietly (catchword--current-answer))))
        (if (and present
                 (= (catchword--answer-beg present) (catchword--answer-beg answer)))
            present
          answer))
    answer))

(defvar catchword--sources nil
  "A vector of the names of sources that requests are limited to, or nil for all.")

;; The server waits for a first candidate, by default for half a second.
(defconst catchword--quick-answer 0.25
  "Time in seconds after which an answer without candidates is a late one.
Who has nothing to offer says so at once.")

(defun catchword--ask-patiently ()
  "Ask the server for completions at point, of which nothing is known yet.
Return its answer, nil if there is none in time.  The server answers at once
with what it has.  If that is nothing yet, for instance just after a large
paste, it is asked again for a part of `catchword-timeout', and for that part of
`catchword-command-timeout' while it is late for a command."
  (let* ((deadline (catchword--deadline))
         (begin (float-time))
         (asked begin)
         (answer (catchword--ask-once deadline))
         (pause 0.01))
    (while (and answer
                (null (catchword--answer-candidates answer))
                (not (catchword--answer-is-complete answer))
                (< (+ (float-time) pause)
                   (min deadline (+ begin (* 0.25 (catchword--patience asked)))))
                (not (catchword--is-input-waiting)))
      (catchword--wait catchword--process (+ (float-time) pause) #'ignore)
      (setq pause (* 2 pause)
            asked (float-time)
            answer (catchword--ask-once deadline)))
    answer))

(defun catchword--patience (asked)
  "Return the time in seconds to wait for a server that had nothing since ASKED."
  (if (or (catchword--is-automatic)
          (< (- (float-time) asked) catchword--quick-answer))
      catchword-timeout
    catchword-command-timeout))

(defun catchword--ask-once (deadline)
  "Send one request for completions at point and wait for it until DEADLINE.
Return the answer, or nil."
  (when (catchword--become-ready deadline)
    (let ((document (catchword--own-document)))
      (catchword--synchronize)
      (when (and (catchword--is-open document)
                 (not (catchword--document-is-out-of-step document)))
        (when-let ((reply (catchword--request
                           :textDocument/completion
                           (save-restriction
                             (widen)
                             (list :textDocument
                                   (list :uri (catchword--document-uri document))
                                   :position (catchword--position document (point))
                                   :context (catchword--context)))
                           deadline)))
          (setq catchword--answer (catchword--read-answer (car reply))))))))

(defun catchword--read-answer (result)
  "Return the answer in RESULT, a list of completions, for the word before point."
  (let* ((is-list (vectorp result))
         (items (append (if is-list result (plist-get result :items)) nil))
         (defaults (unless is-list (plist-get result :itemDefaults)))
         (starts (mapcar (lambda (item) (catchword--item-start item defaults)) items))
         (beg (if items (apply #'min starts) (point))))
    (catchword--make-answer
     :buffer (current-buffer)
     :beg beg
     :end (point)
     :prefix (save-restriction
               (widen)
               (buffer-substring-no-properties beg (point)))
     :candidates (delete-dups
                  (cl-loop for item in items
                           for start in starts
                           when (catchword--candidate item defaults start beg)
                           collect it))
     :is-complete (and items
                       (or is-list (not (eq (plist-get result :isIncomplete) t))))
     :tick (buffer-chars-modified-tick)
     :time (float-time))))

(defun catchword--trigger-kind ()
  "Return the protocol's kind of the request: 1 by hand, 3 after typing."
  (if (catchword--is-automatic) 3 1))

(defun catchword--context ()
  "Return the context of a request: its kind, and the sources that it wants."
  (nconc (list :triggerKind (catchword--trigger-kind))
         (and catchword--sources (list :sources catchword--sources))))

(provide 'catchword-ask)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-ask.el ends here
