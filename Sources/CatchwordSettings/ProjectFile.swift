/// The file of settings that may come with a project.
public enum ProjectFile {
  /// Its name, in a folder that is open.
  public static let name = ".catchword.json"

  /// Reads the files of the projects in some folders; may block.
  ///
  /// - Returns: Their settings, and what is wrong with a file as a whole, a sentence each.
  public static func settings(in folders: [String]) -> (layers: [SettingsLayer], problems: [String]) {
    var result: (layers: [SettingsLayer], problems: [String]) = ([], [])
    for folder in folders {
      do throws(SettingsFile.Failure) {
        if let file = try SettingsFile(path: "\(folder)/\(name)", isProject: true) { result.layers.append(file.layer) }
      } catch {
        result.problems.append(error.description)
      }
    }
    return result
  }
}
