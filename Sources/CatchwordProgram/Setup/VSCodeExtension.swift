import CatchwordRPC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The extension for VS Code as VS Code installs it: a ZIP archive with the extension's files and two descriptions of them.
struct VSCodeExtension {
  /// The name by which VS Code knows it.
  let identifier: String
  let version: String
  let archive: Data

  /// The name of the archive's file.
  var fileName: String { "catchword-vscode-\(version).vsix" }

  /// - Parameter files: The files, with a `package.json` among them.
  /// - Throws: `JSONError` when that is no JSON.
  init(_ files: [(path: String, contents: Data)]) throws {
    let bytes = files.first { $0.path == "package.json" }?.contents ?? Data()
    let manifest = try JSONValue(parsing: ContiguousArray(bytes))
    let text = { (key: String) in manifest[key]?.stringValue ?? "" }
    identifier = "\(text("publisher")).\(text("name"))"
    version = text("version")
    var archive = ZipArchive()
    archive.add("extension.vsixmanifest", Data(VSCodeExtension.manifest(manifest).utf8))
    archive.add("[Content_Types].xml", Data(VSCodeExtension.contentTypes.utf8))
    for (path, contents) in files.sorted(by: { $0.path < $1.path }) { archive.add("extension/\(path)", contents) }
    self.archive = archive.data
  }

  private static func manifest(_ manifest: JSONValue) -> String {
    let text = { (key: String) in escaped(manifest[key]?.stringValue ?? "") }
    let list = { (key: String) in
      escaped((manifest[key]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ","))
    }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
        <Metadata>
          <Identity Language="en-US" Id="\(text("name"))" Version="\(text("version"))" Publisher="\(text("publisher"))"/>
          <DisplayName>\(text("displayName"))</DisplayName>
          <Description xml:space="preserve">\(text("description"))</Description>
          <Tags>\(list("keywords"))</Tags>
          <Categories>\(list("categories"))</Categories>
          <GalleryFlags>Public</GalleryFlags>
          <Properties>
            <Property Id="Microsoft.VisualStudio.Code.Engine" Value="\(escaped(manifest["engines"]?["vscode"]?.stringValue ?? ""))"/>
            <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
            <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
            <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="\(list("extensionKind"))"/>
          </Properties>
        </Metadata>
        <Installation>
          <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
        </Installation>
        <Dependencies/>
        <Assets>
          <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
          <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
        </Assets>
      </PackageManifest>

      """
  }

  private static let contentTypes = """
    <?xml version="1.0" encoding="utf-8"?>
    <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension=".js" ContentType="application/javascript"/>
      <Default Extension=".json" ContentType="application/json"/>
      <Default Extension=".md" ContentType="text/markdown"/>
      <Default Extension=".vsixmanifest" ContentType="text/xml"/>
    </Types>

    """

  private static func escaped(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
