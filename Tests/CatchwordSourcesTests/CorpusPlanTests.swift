import CatchwordFiles
import Testing

@testable import CatchwordSources

/// In which order a model learns from the files of a workspace.
struct CorpusPlanTests {
  @Test(arguments: [
    ("/w", "/w", 0), ("/w/a", "/w", 1), ("/w", "/w/a/b", 2), ("/w/a", "/w/b", 2), ("/w/ab", "/w/a", 2),
    ("/w/a/b/c", "/w/x/y", 5),
  ])
  func countsTheStepsBetweenFolders(one: String, other: String, steps: Int) {
    #expect(CorpusPlan.distance(from: one, to: other) == steps)
    #expect(CorpusPlan.distance(from: other, to: one) == steps)
  }

  private func plan(_ files: [(path: String, modified: Double)], root: String = "/w") -> CorpusPlan {
    var plan = CorpusPlan()
    for file in files { plan.append(file.path, root: root, stamp: FileAccess.Stamp(modified: file.modified, size: 1)) }
    return plan
  }

  private func order(_ plan: CorpusPlan, near documents: [String]) -> [String] {
    plan.order(near: documents).map { String(plan.path($0).dropFirst("/w/".count)) }
  }

  @Test func theDocumentsComeFirstAndThenWhatIsNearToThem() {
    let plan = plan([
      ("top", 9), ("a/one", 1), ("a/two", 2), ("b/one", 9), ("a/in/one", 9), ("a/in/er/one", 9), ("b/far/off/one", 9),
    ])
    #expect(
      order(plan, near: ["/w/a/one"]) == ["a/one", "a/two", "top", "a/in/one", "b/one", "a/in/er/one", "b/far/off/one"])
  }

  @Test func theLastDocumentOpenedComesFirst() {
    let plan = plan([("a/1", 1), ("a/2", 1), ("b/1", 9), ("b/2", 9), ("c/1", 5)])
    #expect(order(plan, near: ["/w/a/1", "/w/b/2"]) == ["a/1", "b/2", "a/2", "b/1", "c/1"])
    #expect(order(plan, near: ["/w/b/2", "/w/a/1"]) == ["b/2", "a/1", "b/1", "a/2", "c/1"])
  }

  @Test func ofEquallyNearFilesTheLastChangedComesFirst() {
    let plan = plan([("a/old", 1), ("a/new", 3), ("a/newer", 4), ("a/same", 3)])
    #expect(order(plan, near: ["/w/a/none"]) == ["a/newer", "a/new", "a/same", "a/old"])
  }

  @Test func withoutDocumentsTheOrderIsThatOfTheFolders() {
    let plan = plan([("top", 1), ("a/1", 2), ("b/1", 3), ("a/deep/1", 4)])
    for documents in [[], ["/elsewhere/a/1"], ["/web/1"]] {
      #expect(order(plan, near: documents) == ["top", "a/1", "b/1", "a/deep/1"])
    }
  }

  @Test func rootsWithoutDocumentsComeLast() {
    var plan = plan([("far/off/1", 1)])
    plan.append("1", root: "/v", stamp: FileAccess.Stamp(modified: 2, size: 1))
    plan.append("in/1", root: "/v", stamp: FileAccess.Stamp(modified: 3, size: 1))
    #expect(plan.order(near: ["/w/x"]).map(plan.path) == ["/w/far/off/1", "/v/1", "/v/in/1"])
    #expect(plan.order(near: ["/v/in/x"]).map(plan.path) == ["/v/in/1", "/v/1", "/w/far/off/1"])
    #expect(plan.order(near: ["/v/in/x"]).map(plan.root) == ["/v", "/v", "/w"])
  }
}
