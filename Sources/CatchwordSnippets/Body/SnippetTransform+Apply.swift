extension SnippetTransform {
  /// The maximum length of a text that is transformed, in characters.
  private static let maximumLength = 4096

  /// Applies the transform to a text, as VS Code does.
  ///
  /// - Parameter stepsLeft: The number of steps that may be taken; reduced by those taken.
  /// - Returns: nil when the pattern is not supported, the text is too long, or it takes too many steps.
  package func apply(to value: String, stepsLeft: inout Int) -> String? {
    let text = Array(value.unicodeScalars)
    // Splitting the pattern and the text, and compiling the pattern, is work, too.
    stepsLeft -= text.count + pattern.utf8.count
    guard stepsLeft > 0, text.count <= SnippetTransform.maximumLength,
      let program = try? PatternProgram(pattern, parts: &stepsLeft)
    else { return nil }
    var matcher = PatternMatcher(program, text: text, options: options, steps: stepsLeft)
    defer { stepsLeft = matcher.stepsLeft }
    var result = ""
    var place = 0
    var hasMatched = false
    do throws(PatternMatcher.Exhausted) {
      var search = 0
      while search <= text.count, let match = try matcher.firstMatch(from: search), let whole = match[0] {
        hasMatched = true
        result += SnippetTransform.string(text[place..<whole.lowerBound])
        matcher.charge(cost(ofReplacing: match))
        guard matcher.stepsLeft > 0 else { return nil }
        result += replacement(match, in: text)
        place = whole.upperBound
        search = whole.isEmpty ? whole.upperBound + 1 : whole.upperBound
        if !options.contains("g") || result.utf8.count > 4 * SnippetTransform.maximumLength { break }
      }
    } catch {
      return nil
    }
    // The text for a group without a match is also used when the whole pattern has no match.
    if !hasMatched,
      format.contains(where: { if case .conditional(_, _, let otherwise) = $0 { !otherwise.isEmpty } else { false } })
    {
      return replacement([], in: text)
    }
    return result + SnippetTransform.string(text[place...])
  }

  /// Returns the cost of writing the replacement for a match, in steps: one for each character that is changed, or for
  /// about eight that are copied, or eight parts.
  private func cost(ofReplacing match: [Range<Int>?]) -> Int {
    func length(_ number: Int) -> Int { match.indices.contains(number) ? match[number]?.count ?? 0 : 0 }
    return format.reduce(format.count / 8) { cost, part in
      switch part {
      case .text: cost
      case .group(let number), .conditional(let number, _, _): cost + length(number) / 8
      case .changed(let number, _): cost + length(number)
      }
    }
  }

  private func replacement(_ match: [Range<Int>?], in text: [Unicode.Scalar]) -> String {
    func group(_ number: Int) -> String {
      guard match.indices.contains(number), let range = match[number] else { return "" }
      return SnippetTransform.string(text[range])
    }
    var result = ""
    for part in format {
      switch part {
      case .text(let text): result += text
      case .group(let number): result += group(number)
      case .changed(let number, let name): result += LetterCase.change(group(number), name)
      case .conditional(let number, let then, let otherwise):
        let value = group(number)
        result += value.isEmpty ? otherwise : then ?? value
      }
    }
    return result
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

/// The changes of case that a format can name.
package enum LetterCase {
  /// Returns a changed text; an unknown name changes nothing.
  package static func change(_ text: String, _ name: String) -> String {
    switch name {
    case "upcase": text.uppercased()
    case "downcase": text.lowercased()
    case "capitalize": capitalized(text)
    case "pascalcase": runs(text).map { capitalized($0) }.joined()
    case "camelcase": camelCase(text)
    case "snakecase": words(text).joined(separator: "_")
    case "kebabcase": words(text).joined(separator: "-")
    default: text
    }
  }

  private static func capitalized(_ text: some StringProtocol) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func camelCase(_ text: String) -> String {
    let runs = runs(text)
    guard let first = runs.first else { return text }
    return first.prefix(1).lowercased() + first.dropFirst() + runs.dropFirst().map { capitalized($0) }.joined()
  }

  /// Returns the runs of letters and digits.
  private static func runs(_ text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber }
  }

  /// Returns the words in lower case, also those of camel case: `fooBarURLName2` is `foo`, `bar`, `url`, `name2`.
  private static func words(_ text: String) -> [String] {
    runs(text).flatMap { run in
      var words: [String] = []
      var word = ""
      let letters = Array(run)
      for (index, letter) in letters.enumerated() {
        let before = index > 0 ? letters[index - 1] : nil
        let after = index + 1 < letters.count ? letters[index + 1] : nil
        let begins =
          letter.isUppercase && before != nil && (before?.isUppercase == false || after?.isLowercase == true)
        if begins, !word.isEmpty {
          words.append(word.lowercased())
          word = ""
        }
        word.append(letter)
      }
      return words + [word.lowercased()]
    }
  }
}
