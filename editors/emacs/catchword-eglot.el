;;; catchword-eglot.el --- Ghost text where eglot runs Catchword  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; `catchword-register-eglot' loads this, which needs eglot 1.9 or later.  Eglot
;; knows nothing of ghost text: this tells the server that it can be shown, and
;; asks for it.

;;; Code:

(require 'eglot)
(require 'catchword-ghost)

(defvar catchword-mode)

(defclass catchword-eglot-server (eglot-lsp-server) ()
  :documentation "The Catchword server as eglot runs it.")

(cl-defmethod eglot-client-capabilities ((_server catchword-eglot-server))
  "Return the capabilities of eglot, and that of ghost text."
  (let ((capabilities (copy-tree (cl-call-next-method))))
    (plist-put (plist-get capabilities :textDocument) :inlineCompletion
               '(:dynamicRegistration :json-false))
    capabilities))

(defun catchword-eglot--ask (kind callback)
  "Ask eglot's server what may come after point, and call CALLBACK with it.
KIND is the protocol's trigger kind."
  (let ((server (eglot-current-server))
        (buffer (current-buffer)))
    (when (and server
               (not (memq (plist-get (eglot--capabilities server)
                                     :inlineCompletionProvider)
                          '(nil :json-false))))
      (eglot--signal-textDocument/didChange)
      (jsonrpc-async-request
       server :textDocument/inlineCompletion
       (append (eglot--TextDocumentPositionParams)
               (list :context (list :triggerKind kind)))
       :success-fn
       (lambda (result)
         (when (buffer-live-p buffer)
           (with-current-buffer buffer
             (funcall callback (catchword-ghost-continuations
                                result #'eglot--lsp-position-to-point)))))
       :error-fn #'ignore
       :timeout-fn #'ignore)
      #'ignore)))

(defun catchword-eglot--set-up ()
  "Turn ghost text on where eglot runs Catchword, and off where it no longer does.
Where `catchword-mode' is on, it has ghost text of its own, which stays."
  (unless (bound-and-true-p catchword-mode)
    (if (and (eglot-managed-p)
             (cl-typep (eglot-current-server) 'catchword-eglot-server))
        (progn
          (setq catchword-ghost-ask-function #'catchword-eglot--ask)
          (catchword-ghost-mode 1))
      (when (eq catchword-ghost-ask-function #'catchword-eglot--ask)
        (catchword-ghost-mode -1)))))

(add-hook 'eglot-managed-mode-hook #'catchword-eglot--set-up)

(provide 'catchword-eglot)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-eglot.el ends here
