/// The names of files and folders that are never read for words, whatever the settings say, beside `SensitiveFiles`.
package enum UnreadFiles {
  /// The folders of version control.
  private static let folders: Set<String> = [
    ".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS", ".pijul", ".fslckout",
  ]

  /// The extensions of files that are not text, so that they need not be opened.
  private static let extensions: Set<String> = [
    "a", "o", "so", "dylib", "dll", "exe", "bin", "class", "jar", "pyc", "pyo", "wasm", "obj", "lib", "pdb", "png",
    "jpg", "jpeg", "gif", "ico", "icns", "webp", "bmp", "tif", "tiff", "psd", "mp3", "mp4", "mov", "avi", "mkv", "ogg",
    "wav", "flac", "webm", "pdf", "zip", "gz", "xz", "bz2", "zst", "7z", "rar", "tar", "tgz", "ttf", "otf", "woff",
    "woff2", "eot", "sqlite", "db", "iso", "dmg", "swiftmodule", "swiftdoc", "mo", "gmo",
  ]

  /// Returns true for a folder of version control, which is never entered.
  package static func isFolderOfVersionControl(_ name: String) -> Bool { folders.contains(name) }

  /// Returns true for a file whose extension says that it is not text.
  package static func isBinary(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(name[name.utf8.index(after: dot)...].lowercased())
  }
}
