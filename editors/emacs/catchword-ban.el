;;; catchword-ban.el --- Commands that ban words  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; A banned word is never offered again, until it is unbanned.  The server keeps
;; the list.

;;; Code:

(require 'catchword-answer)
(require 'catchword-request)
(require 'catchword-server)
(require 'jsonrpc)
(require 'subr-x)

(defun catchword-ban (word)
  "Have WORD never offered again, in no language; `catchword-unban' undoes it."
  (interactive (catchword--read-word "Never offer again"))
  (catchword--command "catchword.ban" word "\"%s\" is not offered any more"))

(defun catchword-unban (word)
  "Have WORD offered again that `catchword-ban' banned."
  (interactive (catchword--read-banned-word "Offer again"))
  (catchword--command "catchword.unban" word "\"%s\" is offered again"))

(defun catchword--read-word (prompt)
  "Read a word with PROMPT and return a list of it; the default is that at point."
  (let* ((default (thing-at-point 'symbol t))
         (word (read-string (format-prompt prompt default) nil nil default)))
    (if (string-empty-p (or word ""))
        (user-error "No word")
      (list word))))

(defun catchword--read-banned-word (prompt)
  "Read one of the banned words with PROMPT and return a list of it."
  (let ((answer (and (catchword--become-ready (catchword--deadline))
                     (catchword--request :workspace/executeCommand
                                         '(:command "catchword.bans" :arguments [])
                                         (catchword--deadline)))))
    (if (not (and answer (vectorp (car answer))))
        (catchword--read-word prompt)
      (let ((words (mapcar (lambda (ban) (plist-get ban :word)) (car answer))))
        (unless words
          (user-error "No words are banned"))
        (list (completing-read (format-prompt prompt nil) (delete-dups words) nil t))))))

(defun catchword--command (command word done)
  "Have the server execute COMMAND with WORD, and show DONE, a format, with it."
  (unless (catchword--become-ready (+ (float-time) 5))
    (user-error "Catchword: the server does not run; see M-x catchword-status"))
  (catchword--forget-answer)
  (jsonrpc-async-request
   catchword--connection :workspace/executeCommand
   (list :command command :arguments (vector (list :word word)))
   :success-fn (lambda (_)
                 (catchword--forget-answer)
                 (message "Catchword: %s" (format done word)))
   :error-fn (lambda (problem)
               (message "Catchword: %s" (plist-get problem :message)))
   :timeout nil))

(provide 'catchword-ban)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-ban.el ends here
