;;; catchword-project.el --- Projects of open documents  -*- lexical-binding: t; -*-

;; Copyright (C) 2025 The Catchword authors

;; Author: The Catchword authors

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The server reads the other files of the projects that it is told of.

;;; Code:

(require 'catchword-document)
(require 'catchword-server)
(require 'jsonrpc)
(require 'subr-x)

(defvar catchword--projects nil
  "The folders of the projects that the running server has been told of.")

(defun catchword--forget-projects ()
  "Note that the server, a new one, has been told of no project."
  (setq catchword--projects nil))

(defun catchword--project ()
  "Return the nearest folder above this buffer's file that is a project, or nil.
That is a folder with a repository or with settings for the server."
  (when-let ((file buffer-file-name)
             ((not (file-remote-p file)))
             (folder (locate-dominating-file
                      (file-truename file)
                      (lambda (folder)
                        (or (file-exists-p (expand-file-name ".git" folder))
                            (file-exists-p
                             (expand-file-name ".catchword.json" folder)))))))
    (directory-file-name (expand-file-name folder))))

(defun catchword--open-project ()
  "Tell the server of the project that this buffer is in, if it is a new one."
  (when-let ((folder (catchword--project))
             ((not (member folder catchword--projects))))
    (push folder catchword--projects)
    (jsonrpc-notify catchword--connection :workspace/didChangeWorkspaceFolders
                    (list :event
                          (list :added
                                (vector
                                 (list :uri (catchword--path-uri folder)
                                       :name (file-name-nondirectory folder)))
                                :removed [])))))

(provide 'catchword-project)

;; Local Variables:
;; checkdoc-verb-check-experimental-flag: nil
;; End:

;;; catchword-project.el ends here
