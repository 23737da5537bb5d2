#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The text of an error for people, which is the same whenever the same thing fails.
enum ErrorText {
  /// Returns the error's description: that of a `LocalizedError`, the reason of an error of Foundation, or else what it
  /// prints.
  static func description(of error: any Error) -> String {
    if let description = localizedDescription(of: error) { return description }
    let printed = "\(error)"
    let cocoaError = error as? CocoaError
    guard let explanation = reason(in: printed) ?? cocoaError.map({ reason(ofCode: $0.code.rawValue) }) else {
      return printed
    }
    guard let path = cocoaError?.userInfo["NSFilePath"] as? String, !explanation.contains(path) else {
      return explanation
    }
    return "\(path): \(explanation)"
  }

  private static func localizedDescription(of error: any Error) -> String? {
    #if canImport(FoundationEssentials) && compiler(<6.3)
      // The protocol is in Foundation alone there, which is not linked here.
      return nil
    #else
      guard let description = (error as? any LocalizedError)?.errorDescription else { return nil }
      return description.isEmpty ? nil : description
    #endif
  }

  /// Returns the reason in what an `NSError` prints; nil for any other text.
  ///
  /// Such a text ends with all that the error knows, in an order that varies: `Error Domain=D Code=1 "reason" UserInfo={…}`.
  static func reason(in text: String) -> String? {
    guard text.hasPrefix("Error Domain="), let quote = text.firstIndex(of: "\"") else { return nil }
    let rest = text[text.index(after: quote)...]
    let details = rest.firstRange(of: "UserInfo={")
    var reason = details.map { rest[..<$0.lowerBound] } ?? rest
    while let last = reason.last, last == "\"" || last == " " { reason.removeLast() }
    if !reason.isEmpty && reason != "(null)" { return String(reason) }
    if let details, let text = described(in: rest[details.upperBound...]) { return text }
    let number = text[..<quote].dropFirst("Error Domain=".count).split(separator: " ").joined(separator: " ")
    return number.replacing(" Code=", with: " error ")
  }

  /// Returns the description among the details of an `NSError`.
  private static func described(in details: Substring) -> String? {
    guard let key = details.firstRange(of: "NSLocalizedDescription=") else { return nil }
    let value = details[key.upperBound...]
    let end = value.firstRange(of: ", NS")?.lowerBound ?? value.lastIndex(of: "}") ?? value.endIndex
    return value[..<end].isEmpty ? nil : String(value[..<end])
  }

  /// Returns the reason of a `CocoaError` where it cannot tell it itself, since Foundation is not linked.
  private static func reason(ofCode code: Int) -> String {
    switch code {
    case 4, 260: "there is no such file"
    case 257, 513: "the permissions do not allow it"
    case 261, 264: "the text has another encoding"
    case 640: "the disk is full"
    default: "NSCocoaErrorDomain error \(code)"
    }
  }
}
