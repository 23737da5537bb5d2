// Files mapped into memory, safe against files that are cut short.
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is mapped into memory while this is referenced; bytes beyond the end of a truncated file read as zeros.
package final class MappedFile: Sendable {
  // Safe: read-only, private, and mapped until `deinit`.
  nonisolated(unsafe) package let bytes: UnsafeRawBufferPointer
  private let slot: Int

  fileprivate init(_ bytes: UnsafeRawBufferPointer, slot: Int) {
    self.bytes = bytes
    self.slot = slot
  }

  deinit {
    MappedRanges.unregister(slot)
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// The number of times that a mapped file was found to be cut short.
  package static var faults: Int { MappedRanges.faults.load(ordering: .relaxed) }
}

extension FileSystem {
  /// Maps a file that is never changed after its creation, only replaced.
  ///
  /// It may be cut short nevertheless, as by a restore or a copy in place. The mapping beyond its new end then reads as
  /// zeros, which the readers of an index treat as damage.
  ///
  /// - Returns: The mapping; nil when the file cannot be opened or mapped, is empty, or is not a regular file.
  package static func map(_ path: String) -> MappedFile? {
    try? withFile(path) { file in
      guard file.count > 0, let slot = MappedRanges.register() else { return nil }
      guard let base = mmap(nil, file.count, PROT_READ, MAP_PRIVATE, file.descriptor, 0), base != MAP_FAILED else {
        MappedRanges.unregister(slot)
        return nil
      }
      let address = UInt(bitPattern: base)
      MappedRanges.set(slot, address..<address + UInt(file.count))
      return MappedFile(UnsafeRawBufferPointer(start: base, count: file.count), slot: slot)
    }
  }
}

/// The registered mappings of files, and the signal handler for a file that ends before its mapping does.
///
/// A read beyond the end of a mapped file raises SIGBUS, even in a private mapping: its pages are the file's until they
/// are written to. The handler replaces all pages from there to the mapping's end by zeros, and the thread reads again.
///
/// Why that is safe in a handler, which may run on any thread between any two instructions:
/// - It calls only `mmap`, and at worst `sigaction`, which are plain system calls. It takes no lock, allocates nothing,
///   and reads only memory that exists before it is installed, by atomic loads: `first` is set last and cleared first,
///   and checked before and after `end`, so a range is consistent whenever it is used.
/// - The signal is synchronous: the interrupted thread is the one that reads, and it holds the mapping. So the range is
///   neither unmapped nor reused before that thread continues.
/// - The pages keep their addresses and stay readable, so nothing else sees a difference; two threads that read at once
///   write zeros there twice.
/// - An address in no range is not ours: the previous action is restored, and returning to the instruction triggers it.
private enum MappedRanges {
  /// The maximum number of mapped files; callers read further ones instead.
  private static let capacity = 2048

  /// The addresses of one mapping; zero when the slot is free.
  private struct Slot: ~Copyable {
    let first = Atomic<UInt>(0)
    let end = Atomic<UInt>(0)
  }

  static let faults = Atomic<Int>(0)

  // Safe: never freed, and once the handler is installed, only the atomics in the slots change.
  nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
    return slots
  }()
  nonisolated(unsafe) private static let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
  private static let pageSize = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
  private static let isInstalled = install()
  private static let free = Mutex(Array((0..<capacity).reversed()))

  /// Reserves a slot; nil when none is free, or the handler could not be installed.
  static func register() -> Int? { isInstalled ? free.withLock { $0.popLast() } : nil }

  static func set(_ slot: Int, _ range: Range<UInt>) {
    slots[slot].end.store(range.upperBound, ordering: .releasing)
    slots[slot].first.store(range.lowerBound, ordering: .releasing)
  }

  /// Frees a slot; must be called before its range is unmapped.
  static func unregister(_ slot: Int) {
    slots[slot].first.store(0, ordering: .releasing)
    free.withLock { $0.append(slot) }
  }

  private static func install() -> Bool {
    // Everything that the handler reads is initialized from now on.
    _ = (slots, pageSize, faults.load(ordering: .relaxed))
    previous.initialize(to: sigaction())
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = { signal, information, _ in MappedRanges.handle(signal, information) }
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = { signal, information, _ in MappedRanges.handle(signal, information) }
    #else
      action.__sigaction_handler.sa_sigaction = { signal, information, _ in MappedRanges.handle(signal, information) }
    #endif
    action.sa_flags = Int32(SA_SIGINFO)
    sigemptyset(&action.sa_mask)
    return sigaction(SIGBUS, &action, previous) == 0
  }

  private static func handle(_ signal: Int32, _ information: UnsafeMutablePointer<siginfo_t>?) {
    let code = errno
    if let information, replace(from: address(information)) {
      faults.add(1, ordering: .relaxed)
    } else {
      sigaction(signal, previous, nil)
    }
    errno = code
  }

  /// Returns the address whose read failed.
  private static func address(_ information: UnsafeMutablePointer<siginfo_t>) -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: information.pointee.si_addr)
    #else
      // After three 4-byte numbers, aligned to the size of a pointer: the field's name differs between libraries.
      UnsafeRawPointer(information).load(fromByteOffset: 16, as: UInt.self)
    #endif
  }

  private static func replace(from address: UInt) -> Bool {
    for index in 0..<capacity {
      let first = slots[index].first.load(ordering: .acquiring)
      let end = slots[index].end.load(ordering: .acquiring)
      guard first != 0, first <= address, address < end else { continue }
      // If `end` is that of a newer range in the slot, then `first` has changed, too.
      guard slots[index].first.load(ordering: .relaxed) == first else { continue }
      let page = address & ~(pageSize - 1)
      let zeros = mmap(
        UnsafeMutableRawPointer(bitPattern: page), Int(end - page), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
        -1,
        0)
      return zeros != MAP_FAILED
    }
    return false
  }
}
