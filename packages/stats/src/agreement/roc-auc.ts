/**
 * The area under the ROC curve: the share of pairs of one item labelled 1 and one labelled 0 in which the first scores higher, tied
 * pairs counting half. In [0, 1]; null where a label is absent. The mid-rank form of Mann and Whitney (1947), n log n.
 *
 * @throws RangeError if the lists differ in length or a score is NaN.
 */
export function rocAuc(scores: readonly number[], labels: readonly (0 | 1)[]): number | null {
  if (scores.length !== labels.length) throw new RangeError(`rocAuc: ${scores.length} scores for ${labels.length} labels`)
  const items = scores.map((score, at) => ({ score, label: labels[at] }))
  if (items.some(({ score }) => Number.isNaN(score))) throw new RangeError('rocAuc: a score is NaN')
  items.sort((a, b) => (a.score < b.score ? -1 : a.score > b.score ? 1 : 0))

  // Twice the number of pairs won, so that ties stay whole numbers.
  let doubled = 0
  let positives = 0
  let negatives = 0
  for (let from = 0; from < items.length;) {
    const score = items[from]?.score
    let to = from
    let tiedPositives = 0
    for (; to < items.length && items[to]?.score === score; to += 1) if (items[to]?.label === 1) tiedPositives += 1
    const tiedNegatives = to - from - tiedPositives
    doubled += tiedPositives * (2 * negatives + tiedNegatives)
    positives += tiedPositives
    negatives += tiedNegatives
    from = to
  }
  return positives === 0 || negatives === 0 ? null : doubled / (2 * positives * negatives)
}
