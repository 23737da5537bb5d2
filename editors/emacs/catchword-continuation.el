;;; catchword-continuation.el --- Ghost text from the shared server  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; `catchword-ghost-mode' shows what may come after point; this asks the shared
;; server for it.

;;; Code:

(require 'catchword-document)
(require 'catchword-ghost)
(require 'catchword-server)
(require 'catchword-sync)
(require 'catchword-text)
(require 'jsonrpc)
(require 'subr-x)

(defun catchword--ask-for-continuations (kind callback)
  "Ask the server what may come after point, and call CALLBACK with the answers.
KIND is the protocol's trigger kind.  Return a function that cancels the
request, nil if it could not be sent."
  (when (and (catchword--is-running) catchword--is-ready catchword--has-continuations)
    (catchword--synchronize)
    (let ((document (catchword--own-document))
          (connection catchword--connection)
          (buffer (current-buffer)))
      (when (and (catchword--is-open document)
                 (not (catchword--document-is-out-of-step document)))
        (jsonrpc-async-request
         connection :textDocument/inlineCompletion
         (save-restriction
           (widen)
           (list :textDocument (list :uri (catchword--document-uri document))
                 :position (catchword--position document (point))
                 :context (list :triggerKind kind)))
         :success-fn (lambda (result)
                       (when (buffer-live-p buffer)
                         (with-current-buffer buffer
                           (funcall callback (catchword--continuations result)))))
         :error-fn #'ignore
         :timeout nil)
        (let ((id (slot-value connection 'last-id)))
          (lambda ()
            (when (eq connection catchword--connection)
              (jsonrpc-notify connection :$/cancelRequest (list :id id)))))))))

(defun catchword--continuations (result)
  "Return the texts after point in RESULT, the server's answer."
  (save-restriction
    (widen)
    ;; The mode may be off by the time the answer arrives.
    (when-let ((document (and (catchword--is-on) catchword--document)))
      (catchword-ghost-continuations
       result
       (lambda (position)
         (if (= (plist-get position :line) (catchword--line document (point)))
             (+ (catchword--line-start (point)) (plist-get position :character))
           (point-min)))))))

(add-hook 'catchword--ended-hook #'catchword-ghost--stop)
;; Behind what tells the server about the buffers.
(add-hook 'catchword--ready-hook #'catchword-ghost-ask-again t)

(provide 'catchword-continuation)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-continuation.el ends here
