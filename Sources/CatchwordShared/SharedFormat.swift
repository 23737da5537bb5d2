/// The numbers by which publishers and readers of shared words agree.
///
/// They were measured with 10 and 110 million words: a smaller page costs more copies of words, a larger one more bytes for
/// each question.
package enum SharedFormat {
  /// The version of the layout of pages and of the rules by which words are put into them.
  package static let version = 1
  /// The maximum number of words of a page that has all words under a prefix.
  package static let wholePage = 512
  /// The number of words of a page that has the best of them.
  package static let bestPage = 128
  /// The number of words of a page of words that are found otherwise than by their beginnings.
  package static let innerPage = 32
  /// The maximum number of words for which there are such pages: the heaviest.
  static let innerWords = 1 << 19
  /// The maximum length of a description, in bytes.
  static let maximumDescriptionBytes = 256
  /// The maximum length of a word, in bytes.
  package static let maximumWordBytes = 128
  /// The maximum size of a page, in bytes; a larger one is damaged. An entry takes at most three bytes more than its word.
  package static let maximumPageBytes = (wholePage + bestPage) * (maximumWordBytes + 3) + 1
  /// The number of bytes of the folded prefix that decides in which bucket a page is; shorter ones are in the head.
  static let bucketBytes = 3
  /// The number of words for which there is a bucket.
  private static let bucketWords = 25_000
  /// The limits of the number of buckets.
  package static let bucketCounts = 64...16_384

  /// All numbers of buckets that there can be.
  static var allBucketCounts: [Int] {
    sequence(first: bucketCounts.lowerBound) { $0 < bucketCounts.upperBound ? 2 * $0 : nil }.map(\.self)
  }

  /// Returns the number of buckets for a number of words: a power of two.
  package static func bucketCount(for words: Int) -> Int {
    var count = bucketCounts.lowerBound
    while count < bucketCounts.upperBound, count * bucketWords < words { count *= 2 }
    return count
  }
}
