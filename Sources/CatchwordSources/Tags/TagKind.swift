import CatchwordCompletion

/// The kind of a tag, from the letters and words that ctags uses.
struct TagKind: Equatable {
  /// The name of the kind for the user; empty when it is unknown.
  let name: String
  /// The kind that the menu shows.
  let kind: CandidateKind

  /// - Parameters:
  ///   - tag: The tag.
  ///   - names: The names that the tags file gives to letters.
  init(of tag: TagLine, names: [String: String] = [:]) {
    let name = tag.kind.count == 1 ? names[tag.kind] ?? TagKind.letters[tag.kind] ?? "" : tag.kind
    self.name = name
    switch name {
    // In C a member is a variable, in Python a function.
    case "member" where TagKind.isC(tag.file) && tag.signature == nil: kind = .field
    default: kind = TagKind.kinds[name] ?? .reference
    }
  }

  private static func isC(_ file: String) -> Bool {
    // By bytes, as one step back within a run of flags goes over all of them.
    guard let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return ["c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "inl", "m", "mm", "cs", "d", "java", "vala"].contains(
      file[file.utf8.index(after: dot)...].lowercased())
  }

  /// The meaning of a letter in most languages.
  private static let letters = [
    "c": "class", "d": "macro", "e": "enumerator", "f": "function", "g": "enum", "i": "interface", "l": "local",
    "m": "member", "n": "namespace", "p": "prototype", "s": "struct", "t": "typedef", "u": "union", "v": "variable",
    "x": "externvar",
  ]

  private static let kinds: [String: CandidateKind] = [
    "class": .class, "macro": .constant, "define": .constant, "constant": .constant, "enumerator": .enumMember,
    "enumConstant": .enumMember, "function": .function, "func": .function, "subroutine": .function,
    "procedure": .function,
    "prototype": .function, "methodSpec": .method, "method": .method, "member": .method, "singletonMethod": .method,
    "constructor": .constructor, "enum": .enum, "interface": .interface, "protocol": .interface, "trait": .interface,
    "annotation": .interface, "implementation": .class, "local": .variable, "variable": .variable,
    "externvar": .variable,
    "parameter": .variable, "var": .variable, "field": .field, "anonMember": .field, "property": .property,
    "attribute": .property,
    "namespace": .module, "module": .module, "package": .module, "packageName": .module, "struct": .structure,
    "union": .structure, "record": .structure, "typedef": .class, "type": .class, "alias": .class, "object": .class,
    "generic": .typeParameter, "label": .reference, "file": .file, "operator": .operator, "event": .event,
    "selector": .value, "id": .value, "key": .property, "chapter": .text, "section": .text, "target": .reference,
  ]
}
