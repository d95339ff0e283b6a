import type { LabelledPair } from './labelled-pair.ts'

export type ScoredPair = Pick<LabelledPair, 'kind' | 'label'> & { readonly similarity: number }

export type Shares = {
  /** By kind: the share of pairs that the threshold classifies right. */
  readonly right: Readonly<Record<string, number>>
  /** Balanced accuracy: the mean over labels of the mean over kinds. `null` unless there are pairs of both labels. */
  readonly balanced: number | null
}

export function sharesAt(pairs: readonly ScoredPair[], threshold: number): Shares {
  const kinds = new Map<string, { readonly label: 0 | 1; right: number; all: number }>()
  for (const { kind, label, similarity } of pairs) {
    const key = JSON.stringify([label, kind])
    const counts = kinds.get(key) ?? { label, right: 0, all: 0 }
    kinds.set(key, counts)
    counts.all += 1
    if (similarity >= threshold === (label === 1)) counts.right += 1
  }
  const means = [1, 0].map((label) => {
    const of = Array.from(kinds.values()).filter((counts) => counts.label === label)
    return of.length === 0 ? null : of.reduce((sum, { right, all }) => sum + right / all, 0) / of.length
  })
  const [found = null, left = null] = means
  return {
    right: Object.fromEntries(Array.from(kinds, ([key, { right, all }]) => [nameOf(key), right / all])),
    balanced: found === null || left === null ? null : (found + left) / 2,
  }
}

/** The threshold, in steps of .01, with the best balanced accuracy; of equals, the middle of their longest run. `null` unless there are pairs of both labels. */
export function chooseThreshold(pairs: readonly ScoredPair[]): number | null {
  const candidates = Array.from({ length: 100 }, (_, at) => (at + 1) / 100)
  const accuracies = candidates.map((threshold) => sharesAt(pairs, threshold).balanced)
  const known = accuracies.filter((accuracy) => accuracy !== null)
  if (known.length === 0) return null
  const best = Math.max(...known)
  let longest = { start: 0, length: 0 }
  for (let at = 0; at < accuracies.length; at += 1) {
    let length = 0
    while (accuracies[at + length] === best) length += 1
    if (length > longest.length) longest = { start: at, length }
    at += length
  }
  return candidates[longest.start + Math.floor((longest.length - 1) / 2)] ?? null
}

function nameOf(key: string): string {
  const [, kind]: [number, string] = JSON.parse(key)
  return kind
}
