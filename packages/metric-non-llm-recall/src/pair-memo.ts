import { ownCopy } from '@assay/text'
/** A similarity, or the decision of a bound about the threshold. */
export type Known = number | boolean

/** A cache of compared pairs: the same passages are retrieved for many questions. */
export type PairMemo = {
  /** The same number for the same text, as long as it is cached. */
  readonly idOf: (text: string) => number
  /** A promise while an asynchronous function is running. */
  readonly get: (reference: number, retrieved: number) => Known | Promise<Known> | undefined
  readonly set: (reference: number, retrieved: number, known: Known | Promise<Known>) => void
  readonly forget: (reference: number, retrieved: number) => void
}

/** Limits of the younger half, in code units of text and in pairs: about 20 MB in total. */
const MOST_UNITS = 2 ** 21
const MOST_PAIRS = 2 ** 17
/** Two ids make one exact number. After this many ids the cache is cleared. */
const MOST_IDS = 2 ** 26

/** Two generations: a full young one replaces the old one; entries that are used again move to the young one. */
export function createPairMemo(mostUnits = MOST_UNITS, mostPairs = MOST_PAIRS, mostIds = MOST_IDS): PairMemo {
  let texts = halves<string, number>()
  let pairs = halves<number, Known | Promise<Known>>()
  let units = 0
  let next = 0
  let firstId = 0
  const set: PairMemo['set'] = (reference, retrieved, known) => {
    const key = keyOf(reference, retrieved)
    if (key === undefined) return
    if (pairs.young.size >= mostPairs) pairs = halves(pairs.young)
    pairs.young.set(key, known)
  }
  return {
    idOf(text) {
      const young = texts.young.get(text)
      if (young !== undefined) return young
      if (next - firstId >= mostIds) {
        ;[texts, pairs, units, firstId] = [halves(), halves(), 0, next]
      }
      // Ids are never reused, so an entry of a dropped text cannot belong to another text.
      const id = texts.old.get(text) ?? next++
      if (units + text.length > mostUnits) [texts, units] = [halves(texts.young), 0]
      units += text.length
      texts.young.set(ownCopy(text), id)
      return id
    },
    get(reference, retrieved) {
      const key = keyOf(reference, retrieved)
      if (key === undefined) return undefined
      const young = pairs.young.get(key)
      if (young !== undefined) return young
      const old = pairs.old.get(key)
      if (old !== undefined) set(reference, retrieved, old)
      return old
    },
    set,
    forget(reference, retrieved) {
      const key = keyOf(reference, retrieved)
      if (key !== undefined) for (const half of [pairs.young, pairs.old]) half.delete(key)
    },
  }

  /** One map of pairs, not one for each reference: most references are compared to a few texts only. */
  function keyOf(reference: number, retrieved: number): number | undefined {
    return reference < firstId || retrieved < firstId ? undefined : (reference - firstId) * mostIds + (retrieved - firstId)
  }
}

function halves<K, V>(old = new Map<K, V>()): { readonly young: Map<K, V>; readonly old: Map<K, V> } {
  return { young: new Map(), old }
}
