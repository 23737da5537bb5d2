;;; catchword.el --- Completion from the Catchword server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: convenience, abbrev, matching

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Catchword is a completion server: it offers the next word, from the words of
;; open documents, from word lists and from more, in any language.  This is its
;; client for Emacs 28 and later.  It uses nothing but what is built in.
;;
;; Install the `catchword' program somewhere on the PATH, then, in a shell,
;; "catchword setup emacs --write", or by hand:
;;
;;     (add-to-list 'load-path "/path/to/catchword/editors/emacs")
;;     (require 'catchword)
;;     (global-catchword-mode 1)
;;
;; Plain Emacs completes with M-TAB (also C-M-i, or TAB after
;; (setq tab-always-indent 'complete)); in text modes too, where M-TAB would
;; otherwise ask the spell checker before Emacs 30.  Corfu and company need no
;; setting: both ask `completion-at-point-functions', where `catchword-mode'
;; puts itself, and `corfu-auto' or `company-idle-delay' give a menu while
;; typing.  After a whole word of the list no menu comes up by itself, since it
;; would take the RET that ends the line.
;; Within a word, what is before point is completed and what is after it
;; stays: "pri|nted" may become "printed|nted".
;;
;; When the server is certain enough of what comes next, that is shown dimmed
;; after point, unless `catchword-ghost-text' is nil: at the end of a line C-f
;; or C-e accepts it; M-f accepts its next word, C-<down> shows another one, C-g
;; hides it.  See catchword-ghost.el.  The necessary certainty, from 0 to 1, is a
;; setting of the server:
;;
;;     (setq catchword-options '(:ghostText (:confidence 0.7)))
;;
;; Word lists and other settings go to the server as they are:
;;
;;     (setq catchword-options '(:lists ["~/words/cities.txt"]))
;;
;; Beside other completion functions (eglot's, a major mode's own): with
;; `catchword-merge' (the default) the first other function of
;; `completion-at-point-functions' that has a result is asked as well, and its
;; candidates and the server's are offered as one list.  When one of the two
;; fails, the other still completes.  The candidates of functions in
;; `catchword-functions-behind' (the spell checker's word list, which Emacs 30
;; offers in text modes) come after the server's.  With `catchword-merge'
;; nil the others are asked only when the server has no candidates, as
;; `:exclusive' `no' has it; `catchword-capf-with' then merges one function of
;; your choice.
;;
;; `M-x catchword-complete-words' offers words alone; a command of yours may call
;; `catchword-complete-from' with other names of sources, such as "snippets".
;;
;; `M-x catchword-ban' has a word never offered again, `M-x catchword-unban'
;; offers it again.  `M-x catchword-status' says whether the server runs, and
;; `M-x catchword-log' shows what it has reported, such as mistakes in settings.
;; `M-x catchword-restart' starts it anew, with changed settings.
;;
;; Emacs's own language server clients can also start Catchword.  Use this in
;; buffers that have no other server (eglot knows one server a buffer), or
;; instead of `catchword-mode', not together with it:
;;
;;     (with-eval-after-load 'eglot
;;       (catchword-register-eglot '(text-mode markdown-mode org-mode)))
;;     (with-eval-after-load 'lsp-mode
;;       (catchword-register-lsp-mode))
;;
;; This file has the modes and the completion function.  The other files, each
;; of which requires only files above it:
;;
;;     catchword-log           the server's reports
;;     catchword-settings      `catchword-options' as the server gets them
;;     catchword-server        the server's process
;;     catchword-request       requests that wait
;;     catchword-document      buffers as the server knows them
;;     catchword-text          their text in the protocol's terms
;;     catchword-change        their changes that are not sent yet
;;     catchword-project       their projects
;;     catchword-sync          sending all that
;;     catchword-answer        the last answer
;;     catchword-watch         hooks of buffers
;;     catchword-candidate     candidates and their items
;;     catchword-ask           asking for an answer
;;     catchword-match         narrowing an answer while the user types
;;     catchword-table         the completion table
;;     catchword-description   what menus show beside a candidate
;;     catchword-accept        what happens to an accepted candidate
;;     catchword-result        the completion function's result
;;     catchword-refresh       asking again when the server says so
;;     catchword-merge         the same with another function's candidates
;;     catchword-ghost         ghost text
;;     catchword-continuation  asking the server for it
;;     catchword-eglot         asking eglot's server for it
;;     catchword-register      registration with eglot and lsp-mode
;;     catchword-ban           commands that ban words
;;     catchword-control       commands that control the server

;;; Code:

(require 'catchword-answer)
(require 'catchword-ask)
(require 'catchword-continuation)
(require 'catchword-document)
(require 'catchword-ghost)
(require 'catchword-merge)
(require 'catchword-result)
(require 'catchword-server)
(require 'catchword-sync)
(require 'catchword-watch)
(require 'cl-lib)
(require 'subr-x)

;; Not called from here: commands, and what a notification of the server starts.
(require 'catchword-ban)
(require 'catchword-control)
(require 'catchword-log)
(require 'catchword-refresh)
(require 'catchword-register)

(defgroup catchword nil
  "Completion from the Catchword server."
  :group 'completion
  :prefix "catchword-")

(defcustom catchword-merge t
  "Non-nil means offer the candidates of other completion functions as well.
See the commentary of the library `catchword'."
  :type 'boolean)

;; Emacs without markdown-mode knows no mode for README.md.
(defcustom catchword-global-modes
  '(text-mode prog-mode conf-mode fundamental-mode)
  "Modes in which `global-catchword-mode' turns on, with modes derived from them.
In `fundamental-mode' it turns on only for text files, for which Emacs knows no
mode."
  :type '(repeat symbol))

;;;; The completion function

;;;###autoload
(defun catchword-completion-at-point ()
  "Complete the word before point with the candidates of the Catchword server.
For `completion-at-point-functions'; `catchword-mode' puts it there."
  (catchword--quietly
    (when-let ((answer (catchword--answer-at-point)))
      (let ((other (and catchword-merge
                        (catchword--other-result #'catchword-completion-at-point))))
        (if (or (null other)
                ;; A list of words knows nothing about a symbol or a path.
                (and (catchword--is-behind other)
                     (or (catchword--is-led answer)
                         (/= (catchword--answer-beg answer) (nth 0 other)))))
            (catchword--own-result answer)
          (catchword--merged-result answer other))))))

;;;###autoload
(defun catchword-capf-with (function)
  "Return a completion function that offers the server's candidates and FUNCTION's.
FUNCTION is one for `completion-at-point-functions'.  Needed only when
`catchword-merge' is nil, to merge one particular function:

  (add-hook \\='completion-at-point-functions
            (catchword-capf-with #\\='some-completion-at-point) -95 t)"
  (lambda ()
    (let ((answer (catchword--quietly (catchword--answer-at-point)))
          (other (catchword--result-of function)))
      (cond ((and answer other) (catchword--merged-result answer other))
            (answer (catchword--own-result answer))
            (t other)))))

(defun catchword-complete-from (&rest sources)
  "Complete at point with what SOURCES have alone, such as \"words\".
Where the menu asks again as you type on, it has all of them."
  (let ((catchword--sources (vconcat sources))
        (catchword--answer nil)
        (completion-at-point-functions '(catchword-completion-at-point))
        (catchword-merge nil))
    (completion-at-point)))

(defun catchword-complete-words ()
  "Complete the word before point with words alone: no paths, snippets or symbols."
  (interactive)
  (catchword-complete-from "words" "workspace" "lists"))

;;;; Modes

(defun catchword--set-up-hooks (is-on)
  "Add this buffer's hooks if IS-ON, else remove them."
  (pcase-dolist (`(,hook ,function ,depth)
                 '((completion-at-point-functions catchword-completion-at-point -90)
                   (before-change-functions catchword--before-change 90)
                   (after-change-functions catchword--after-change -90)
                   (after-save-hook catchword--saved 0)
                   (after-set-visited-file-name-hook catchword--reopen 0)
                   (after-revert-hook catchword--reverted 0)
                   (change-major-mode-hook catchword--leave 0)
                   (kill-buffer-hook catchword--close 0)))
    (if is-on
        (add-hook hook function depth t)
      (remove-hook hook function t))))

(defun catchword--leave ()
  "Turn `catchword-mode' off: the major mode changes."
  (catchword-mode -1))

(defun catchword--reverted ()
  "Turn `catchword-mode' on again after a revert, which turns minor modes off."
  (catchword-mode 1)
  (setf (catchword--document-is-out-of-step (catchword--own-document)) t))

;; Text mode gives M-TAB to the spell checker before Emacs 30.
(defvar catchword-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map [remap ispell-complete-word] #'completion-at-point)
    map)
  "Keys while `catchword-mode' is on.")

(defconst catchword--lighter
  '(:eval (if (catchword--is-running) " Catchword" " Catchword[off]"))
  "Text in the mode line, which shows whether the server runs.")

;;;###autoload
(define-minor-mode catchword-mode
  "Complete words of this buffer with the Catchword server.
The server's words are offered by `completion-at-point', by default M-TAB."
  :lighter catchword--lighter
  (catchword--set-up-hooks catchword-mode)
  (setq catchword-ghost-ask-function #'catchword--ask-for-continuations)
  (catchword-ghost-mode (if catchword-mode 1 -1))
  (if (not catchword-mode)
      (catchword--close)
    (cl-pushnew (current-buffer) catchword--buffers)
    (add-hook 'kill-emacs-hook #'catchword--stop)
    (catchword--synchronize-when-idle)
    (when (and (called-interactively-p 'any)
               (not (executable-find (car catchword-command))))
      (message "Catchword: %s" (catchword--missing-program)))))

(defun catchword--turn-on ()
  "Turn `catchword-mode' on if this buffer is one in which text is written."
  (unless (or catchword-mode
              (minibufferp)
              (string-prefix-p " " (buffer-name))
              (not (apply #'derived-mode-p catchword-global-modes))
              (and (eq major-mode 'fundamental-mode)
                   (not (catchword--visits-text-p))))
    (catchword-mode 1)))

(defun catchword--visits-text-p ()
  "Return non-nil if this buffer visits a file of characters, not just bytes."
  (and buffer-file-name
       enable-multibyte-characters
       (not (memq (coding-system-base (or buffer-file-coding-system 'undecided))
                  '(no-conversion raw-text)))))

;;;###autoload
(define-globalized-minor-mode global-catchword-mode
  catchword-mode catchword--turn-on
  :group 'catchword)

(provide 'catchword)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword.el ends here
