import CatchwordRPC
import Foundation

/// What libFuzzer calls: the target is named by CATCHWORD_FUZZ.
///
/// The input is copied into an array of its own, so that the address sanitizer sees whoever reads beyond its end.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = ContiguousArray(UnsafeBufferPointer(start: bytes, count: count))
  do { try chosenTarget.check(input) } catch { fatalError("\(error)") }
  return 0
}

/// Called once by libFuzzer: writes what a run begins with into the folder CATCHWORD_FUZZ_SEEDS, if there is one.
@_cdecl("LLVMFuzzerInitialize")
public func prepareRun(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  guard let folder = environment["CATCHWORD_FUZZ_SEEDS"].map({ URL(fileURLWithPath: $0, isDirectory: true) }) else {
    return 0
  }
  do {
    for (index, seed) in Seeds.of(chosenTarget).enumerated() {
      try Data(seed).write(to: folder.appendingPathComponent("seed-\(index)"))
    }
    if let path = environment["CATCHWORD_FUZZ_WORDS"] {
      try Data(Seeds.dictionary.utf8).write(to: URL(fileURLWithPath: path))
    }
  } catch {
    fatalError("The seeds cannot be written: \(error)")
  }
  return 0
}

private let chosenTarget: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["CATCHWORD_FUZZ"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("CATCHWORD_FUZZ must be one of \(FuzzTarget.allCases.map(\.rawValue)), not \"\(name)\".")
  }
  return target
}()
