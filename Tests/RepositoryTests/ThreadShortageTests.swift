import CatchwordRPC
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A system that lets the server have a few threads only, as a container's limit of processes or `ulimit -u` does.
  struct ThreadShortageTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Stands before the C library's function, and fails once it has been called as often as an environment variable says.
    private static let limiter = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stdlib.h>

      static atomic_int made;

      int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
        static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
        if (!next) next = dlsym(RTLD_NEXT, "pthread_create");
        if (atomic_fetch_add(&made, 1) >= atoi(getenv("CATCHWORD_TEST_THREADS"))) return EAGAIN;
        return next(thread, attributes, body, argument);
      }

      """

    /// - Returns: The path of the library; nil when there is no C compiler, and the test is to be skipped.
    private func buildLimiter() throws -> String? {
      guard let compiler = Repository.find("clang") ?? Repository.find("cc") else {
        try #require(!Repository.isContinuousIntegration, "clang is not installed, and nothing may be skipped here")
        print("skipped: clang not found")
        return nil
      }
      try home.write(Self.limiter, to: "limiter.c")
      let library = home.url.path + "/limiter.so"
      let compiling = try ChildProgram(
        compiler, ["-shared", "-fPIC", "-o", library, home.url.path + "/limiter.c", "-ldl"])
      #expect(try compiling.wait() == 0)
      return library
    }

    /// The server that is told to begin, to open a document and to complete, and has so many threads in its life.
    ///
    /// - Parameter number: What its errors go by, where there are several with as many threads; nil for how many it has.
    private func server(threads: Int, library: String, number: Int? = nil) throws -> ChildProgram {
      var environment = Program.environment(home: home)
      environment["LD_PRELOAD"] = [library, environment["LD_PRELOAD"]].compactMap(\.self).joined(separator: ":")
      environment["CATCHWORD_TEST_THREADS"] = String(threads)
      let server = try ChildProgram(
        Repository.executable("catchword").path, environment: environment, input: .pipe,
        errors: .file(home.url.path + "/errors-\(number ?? threads)"))
      let messages = [
        OutgoingMessage.request("initialize", ["capabilities": [:]] as JSONValue, id: .int(1)),
        OutgoingMessage.notification("initialized", [:] as JSONValue),
        OutgoingMessage.notification(
          "textDocument/didOpen",
          ["textDocument": ["uri": "file:///a", "languageId": "c", "version": 1, "text": "word wo"]] as JSONValue),
        OutgoingMessage.request(
          "textDocument/completion",
          ["textDocument": ["uri": "file:///a"], "position": ["line": 0, "character": 7]] as JSONValue, id: .int(2)),
      ]
      // A server that has ended already takes nothing.
      try? server.input?.write(contentsOf: Data(messages.map { OutgoingMessage.frame($0) }.joined()))
      return server
    }

    private func errors(_ threads: Int) throws -> String {
      try String(contentsOfFile: home.url.path + "/errors-\(threads)", encoding: .utf8)
    }

    /// Too few from the start: it says so, and does not wait for what will not come.
    @Test func aServerThatCannotWorkSaysSo() throws {
      guard let library = try buildLimiter() else { return }
      for threads in [0, 1, 5, 13] {
        let server = try server(threads: threads, library: library)
        #expect(try server.wait() == 71)
        let errors = try errors(threads)
        #expect(
          errors.hasPrefix("catchword: the system lets this process have no more threads; raise the limit"), "\(errors)"
        )
      }
    }

    /// The limit is reached later, when others have taken what was there: it ends all the same, when its input does or when it
    /// is told to. They stand still for many seconds, so all do at once.
    @Test func aServerThatStandsStillEndsWhenNobodyNeedsIt() throws {
      guard let library = try buildLimiter() else { return }
      let (closed, told) = ([14, 15, 16, 17, 18, 20], [114, 115, 116, 118])
      let servers = try (closed + told).map { number in
        (number: number, program: try server(threads: number % 100, library: library, number: number))
      }
      let exit = Data(OutgoingMessage.frame(OutgoingMessage.notification("exit", .null as JSONValue)))
      for (number, program) in servers {
        if told.contains(number) { try? program.input?.write(contentsOf: exit) } else { try program.input?.close() }
      }
      for (number, program) in servers {
        #expect(try program.wait() < 128, "\(number % 100) threads, \(told.contains(number) ? "told" : "closed")")
      }
    }
  }
#endif
