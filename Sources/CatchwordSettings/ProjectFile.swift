/// The settings file that may come with a project.
package enum ProjectFile {
  /// The name of the file in an open folder.
  package static let name = ".catchword.json"

  /// Reads the files of the projects in some folders; may block.
  ///
  /// - Returns: Their settings, with `SettingsLayer.unreadable` for a file that cannot be read; and the problems of files as a
  ///   whole.
  package static func settings(in folders: [String]) -> (layers: [SettingsLayer], problems: [String]) {
    var result: (layers: [SettingsLayer], problems: [String]) = ([], [])
    for folder in folders {
      do throws(SettingsFile.Failure) {
        if let file = try SettingsFile(path: "\(folder)/\(name)", isProject: true) { result.layers.append(file.layer) }
      } catch {
        let origin = SettingsLayer.Origin.project(path: "\(folder)/\(name)")
        result.layers.append(.unreadable(folder: folder, origin: origin))
        result.problems.append("\(error) \(SettingsLayer.unreadableNotice)")
      }
    }
    return result
  }
}
