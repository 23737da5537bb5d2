;;; catchword-register.el --- Registration with other LSP clients  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Eglot and lsp-mode can start Catchword too.  See the commentary of
;; catchword.el.

;;; Code:

(require 'catchword-server)
(require 'catchword-settings)
(require 'subr-x)

(declare-function lsp-register-client "ext:lsp-mode" (client))
(declare-function lsp-stdio-connection "ext:lsp-mode" (command &optional test-command))
(declare-function make-lsp-client "ext:lsp-mode" (&rest slots))
(defvar eglot-server-programs)

;;;###autoload
(defun catchword-register-eglot (&optional modes)
  "Have eglot start Catchword in buffers of MODES, a list.
The default is text, Markdown and Org.  Call this after eglot is loaded."
  (require 'catchword-eglot)
  (add-to-list 'eglot-server-programs
               (cons (or modes '(text-mode markdown-mode org-mode))
                     (append (cons 'catchword-eglot-server catchword-command)
                             (when-let ((options (catchword--json
                                                  (catchword--expanded-options))))
                               (list :initializationOptions options))))))

;;;###autoload
(defun catchword-register-lsp-mode ()
  "Have lsp-mode start Catchword beside the other servers that it starts.
Call this after lsp-mode is loaded."
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection
                                     (lambda () catchword-command))
                    :activation-fn (lambda (_file _mode) t)
                    :server-id 'catchword
                    :priority -1
                    :add-on? t
                    :completion-in-comments? t
                    :initialization-options
                    (lambda ()
                      (or (catchword--json (catchword--expanded-options))
                          (make-hash-table))))))

(provide 'catchword-register)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-register.el ends here
