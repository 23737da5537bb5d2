import CatchwordText

/// The simplest model of a text that there is: an array of scalars, read from its start for every question.
///
/// It follows the specification's words, not the tree's ways, and its loops are plain because they run a million times
/// in builds that optimise nothing.
struct ArrayText {
  private(set) var scalars: ContiguousArray<UInt32>

  init(_ scalars: ContiguousArray<UInt32> = []) { self.scalars = scalars }

  mutating func replace(_ range: Range<Int>, with new: ContiguousArray<UInt32>) {
    scalars.replaceSubrange(range, with: new)
  }

  /// Where a position is: the scalar that it is before, and the bytes before that.
  func place(of position: TextPosition, encoding: PositionEncoding) -> (index: Int, offset: Int) {
    scalars.withUnsafeBufferPointer { scalars in
      let count = scalars.count
      var index = 0
      var offset = 0
      var line = 0
      while line < position.line && index < count {
        let scalar = scalars[index]
        let isBreak = scalar == 0x0A || (scalar == 0x0D && !(index + 1 < count && scalars[index + 1] == 0x0A))
        if isBreak { line += 1 }
        offset += ArrayText.width(of: scalar, in: .utf8)
        index += 1
      }
      if line < position.line { return (count, offset) }
      var column = 0
      while index < count {
        let scalar = scalars[index]
        if scalar == 0x0A || scalar == 0x0D { break }
        column += ArrayText.width(of: scalar, in: encoding)
        if column > position.column { break }
        offset += ArrayText.width(of: scalar, in: .utf8)
        index += 1
      }
      return (index, offset)
    }
  }

  /// The position of a byte: of the scalar that it is in, and before a break that it is in.
  func position(ofByte target: Int, encoding: PositionEncoding) -> TextPosition {
    scalars.withUnsafeBufferPointer { scalars in
      let count = scalars.count
      var index = 0
      var offset = 0
      var line = 0
      var column = 0
      while index < count {
        let scalar = scalars[index]
        let isPair = scalar == 0x0D && index + 1 < count && scalars[index + 1] == 0x0A
        offset += isPair ? 2 : ArrayText.width(of: scalar, in: .utf8)
        if offset > target { break }
        index += isPair ? 2 : 1
        if scalar == 0x0A || scalar == 0x0D {
          line += 1
          column = 0
        } else {
          column += ArrayText.width(of: scalar, in: encoding)
        }
      }
      return TextPosition(line: line, column: column)
    }
  }

  /// The text by the standard library's own encoder.
  var string: String {
    var view = String.UnicodeScalarView()
    for scalar in scalars { view.append(Unicode.Scalar(scalar)!) }
    return String(view)
  }

  private static func width(of scalar: UInt32, in encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    case .utf16: scalar < 0x10000 ? 1 : 2
    case .utf32: 1
    }
  }
}
