// Files as memory, which nobody can take away from under us.
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file as memory, for as long as this is held; what it reads after the file was cut short is zeros.
package final class MappedFile: Sendable {
  // Read only, nobody else's, and there until this goes.
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

  /// How often a mapped file was found to have been cut short.
  package static var faults: Int { MappedRanges.faults.load(ordering: .relaxed) }
}

extension FileSystem {
  /// Maps a file that is never changed once it is there, only replaced.
  ///
  /// Somebody may cut it short all the same, as a restore or a copy in place does. What is mapped beyond its new end then
  /// reads as zeros, which whoever reads an index takes for damage.
  ///
  /// - Returns: nil when it cannot be opened, is empty, or is no regular file.
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

/// The memory that is mapped from files, and what happens when a file ends before its mapping does.
///
/// To read beyond the end of a mapped file is the signal SIGBUS, also of a private mapping: its pages are the file's until
/// they are written to. The handler puts zeros in the place of all pages from there to the mapping's end, and the thread
/// reads again.
///
/// Why that is safe in a handler, which may run on any thread between any two instructions:
/// - It calls `mmap`, and `sigaction` at the worst, which are system calls and no more. It takes no lock, allocates
///   nothing, and reads only memory that is there before it is installed, by atomic loads: `first` is set last and
///   cleared first, and looked at before and after `end`, so a range is whole whenever it is used.
/// - The signal is synchronous: the thread that reads is the one that is interrupted, and it holds the mapping, so that the
///   range is not unmapped, nor given to anyone else, before it has read on.
/// - The pages stay where they are and as readable as before, so nothing else sees a difference; two threads that read at
///   once put zeros there twice.
/// - An address that is in no range is none of ours: what was to be done before is done, by returning to the instruction.
private enum MappedRanges {
  /// More files are not mapped at once; callers read them instead.
  private static let capacity = 2048

  /// A range; zero when there is none.
  private struct Slot: ~Copyable {
    let first = Atomic<UInt>(0)
    let end = Atomic<UInt>(0)
  }

  static let faults = Atomic<Int>(0)

  // Never freed, and never changed but for what is in the slots and, before the handler is there, the rest.
  nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
    return slots
  }()
  nonisolated(unsafe) private static let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
  private static let pageSize = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
  private static let isInstalled = install()
  private static let free = Mutex(Array((0..<capacity).reversed()))

  /// Takes a slot; nil when there is none, or no handler.
  static func register() -> Int? { isInstalled ? free.withLock { $0.popLast() } : nil }

  static func set(_ slot: Int, _ range: Range<UInt>) {
    slots[slot].end.store(range.upperBound, ordering: .releasing)
    slots[slot].first.store(range.lowerBound, ordering: .releasing)
  }

  /// Gives a slot back, before its range is unmapped.
  static func unregister(_ slot: Int) {
    slots[slot].first.store(0, ordering: .releasing)
    free.withLock { $0.append(slot) }
  }

  private static func install() -> Bool {
    // Whatever the handler reads is there from now on.
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

  /// The address that was read.
  private static func address(_ information: UnsafeMutablePointer<siginfo_t>) -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: information.pointee.si_addr)
    #else
      // Behind three numbers of four bytes, at the next multiple of a pointer's size: the name differs between libraries.
      UnsafeRawPointer(information).load(fromByteOffset: 16, as: UInt.self)
    #endif
  }

  private static func replace(from address: UInt) -> Bool {
    for index in 0..<capacity {
      let first = slots[index].first.load(ordering: .acquiring)
      let end = slots[index].end.load(ordering: .acquiring)
      guard first != 0, first <= address, address < end else { continue }
      // Who sees the end of a range that has taken the slot meanwhile sees that the beginning is another one, too.
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
