/// The evidence for one word, put together.
extension Prediction {
  /// Returns the signals of a word: of what is known of it, or as it is judged now.
  func signals(of token: Token, _ assumption: JudgedWord.Assumption, length: Int?, letters: Int) -> Signals {
    // What is assumed of words that no text contains says nothing of others, which are kept without it; and what of others,
    // nothing of those.
    let isKnown = token != unknown
    let key = JudgedWord.Assumption(
      uses: isKnown ? 0 : max(assumption.uses, 1), leastUses: isKnown ? assumption.leastUses : 0)
    if let signals = judged.read(token, key, { $0.signals(length: length, letters: letters) }) { return signals }
    let word = judge(token, assumption)
    if word.isUsed || !isKnown { judged.keep(word, token, key) }
    return word.signals(length: length, letters: letters)
  }

  /// Judges a word by all but how much of it is left to type.
  func judge(_ token: Token, _ assumption: JudgedWord.Assumption) -> JudgedWord {
    var features = Features()
    var own = self.uses(of: token)
    let isUsed = own.here + own.elsewhere > 0
    // Of a word that no text contains, only the caller's number of uses is known; these count as uses elsewhere.
    let least = isUsed ? assumption.leastUses : max(assumption.uses, 1)
    var files = files(of: token, far: own.far)
    if own.elsewhere < least {
      own.elsewhere = least
      files = max(files, VoteWeights.files(ofUses: least))
    }
    var likelihood = regardless(of: token, own)
    features[.regardless] = Float(SystemMath.logarithm(of: Double(likelihood)))
    var last = features[.regardless]
    // By index, because iteration would copy the elements.
    for order in mixture.orders.indices {
      let (share, certainty) = (mixture.orders[order].votes.share(of: token), mixture.orders[order].certainty)
      likelihood = (1 - certainty) * likelihood + certainty * share
      let now = Float(SystemMath.logarithm(of: Double(likelihood)))
      features.set(order: order, gain: now - last, share: Features.logarithmic(share: share))
      last = now
    }
    features[.likelihood] = last
    // A word that no text contains any more has no subwords, like one that was never used.
    let means = isUsed ? means(ofSubwordsIn: token) : (nearby: 0, inFileName: 0)
    features[isProse ? .subwordsInProse : .subwords] = means.nearby
    features[.fileName] = means.inFileName
    features[.isProse] = isProse ? 1 : 0
    features[.sameLine] = line[token]
    features[.above] = Prediction.share(of: token, in: above)
    features[.siblings] = Prediction.share(of: token, in: siblings)
    features[.pairs] = Prediction.share(of: token, in: pairs)
    features[.nearby] = Prediction.share(of: token, in: nearby)
    if !forms.isEmpty {
      let hasForm = isUsed && vocabulary.initial(of: token).isWord
      features[.form] = hasForm ? forms[Int(vocabulary.form(of: token).rawValue)] : Features.usualForm
    }
    let repetition = repetitions[token]
    features[.repeated] = repetition.distance
    features[.role] = repetition.role
    let distance = nearest[token]
    features[.age] = distance < 0 ? Features.never : Float(SystemMath.logarithm(of: 1 + Double(distance)))
    features[.usesHere] = Float(SystemMath.logarithm(of: 1 + own.here))
    features[.isNewHere] = own.here == 0 ? 1 : 0
    features[.usesElsewhere] = Float(SystemMath.logarithm(of: 1 + own.elsewhere))
    features[.files] = Float(SystemMath.logarithm(of: 1 + files))
    features[.isNewElsewhere] = own.elsewhere == 0 ? 1 : 0
    return JudgedWord(
      features: features, sums: Network.fitted.sums(features.vector), isUsed: isUsed,
      length: vocabulary.length(of: token), occurrences: occurrences(of: token))
  }

  private static func share(of token: Token, in votes: Mixture.Votes) -> Float {
    votes.sum == 0 ? 0 : Features.logarithmic(share: votes.share(of: token))
  }

  /// Returns the average values of the subwords of a word, by those that are written nearby and by those of the file's name.
  private func means(ofSubwordsIn token: Token) -> (nearby: Float, inFileName: Float) {
    if subwords.count == 0, nameSubwords.count == 0 { return (0, 0) }
    var (sums, count): ((Float, Float), Float) = ((0, 0), 0)
    vocabulary.forEachSubword(of: token) { part in
      sums.0 += subwords[part]
      sums.1 += nameSubwords[part]
      count += 1
    }
    return count == 0 ? (0, 0) : (sums.0 / count, sums.1 / count)
  }
}
