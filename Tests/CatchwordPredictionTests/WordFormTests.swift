import Testing

@testable import CatchwordPrediction

struct WordFormTests {
  @Test(arguments: [
    ("name", WordForm.lower), ("n2", .lower), ("fileName", .camel), ("aB", .camel), ("Name", .capitalized),
    ("FileName", .pascal), ("File_name", .pascal), ("NAME", .upper), ("FILE_NAME", .upper), ("N2", .upper),
    ("file_name", .snake), ("file_Name", .snake), ("n", .letter), ("N", .letter), ("_name", .other), ("_", .other),
    ("größe", .lower), ("Größe", .capitalized), ("éclair", .other), ("", .other),
  ])
  func isTheFormOfAWord(_ word: String, _ form: WordForm) {
    #expect(WordForm(word.utf8) == form)
  }
}
