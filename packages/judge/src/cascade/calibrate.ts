import { type AssayError, configError, directRuntime, type Runtime } from '@assay/core'
import { clopperPearsonLower } from '@assay/stats'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { byProbability } from './by-probability.ts'

/** A claim, its contexts, and the label from people or from the second judge. */
export type LabelledClaim = { readonly text: string; readonly contexts: readonly string[]; readonly supported: boolean }

export type CalibrateOptions = {
  /** The precision that each kind of decision must reach, in (0, 1). 0.9 takes at least 22 items without an error. */
  readonly precision: number
  readonly runtime?: Runtime | undefined
}

/** The measured quality of one kind of decision. */
export type CalibratedSide = {
  /** The probability at the limit, which is still decided. */
  readonly limit: number
  readonly items: number
  readonly right: number
  /** One-sided 90 % lower bound on its precision (Clopper and Pearson). */
  readonly bound: number
}

export type Calibration = {
  readonly precision: number
  readonly items: number
  /** `null` if the bound was not reached: such decisions are left to the next verifier. */
  readonly unsupported: CalibratedSide | null
  readonly supported: CalibratedSide | null
  /** Share of the labelled items that are decided without the next verifier. */
  readonly saved: number
}

const LEVEL = 0.9

/**
 * Lets a screen decide by its probabilities as far as labelled items (at least 100 to 200) support it: for use in front of a cascade.
 * From the strictest limit outward, each is tested on all items it decides: the last one whose one-sided 90 % Clopper–Pearson lower bound
 * on precision reaches `precision` is taken, and the first failure ends the search. (The best of all limits on the same items would look
 * better than it is.) Unsupported and supported are tested separately. The strictest limit tested decides the fewest items that can reach
 * the bound without an error.
 * @throws AssayError `config` if neither kind of decision reaches the bound, or the verifier gives no probabilities.
 */
export async function calibrate(
  first: ClaimVerifier,
  labelled: readonly LabelledClaim[],
  options: CalibrateOptions,
): Promise<ClaimVerifier & { readonly calibration: Calibration }> {
  const { precision, runtime = directRuntime() } = options
  if (!(precision > 0 && precision < 1)) throw config(`precision is ${precision}; it must lie between 0 and 1`)
  const rated = await ratedItems(first, labelled, runtime)
  const against = limitsThatHold(
    rated.map(({ probability, supported }) => ({ rank: probability, probability, right: !supported })),
    precision,
  )
  const inFavour = limitsThatHold(
    rated.map(({ probability, supported }) => ({ rank: -probability, probability, right: supported })),
    precision,
  )
  const { unsupported, supported } = furthestApart(against, inFavour)
  if (unsupported === null && supported === null) throw notReached(first, labelled.length, rated.length, precision)
  const verifier = byProbability(first, { unsupportedUpTo: unsupported?.limit ?? null, supportedFrom: supported?.limit ?? null })
  const saved = settledBy({ unsupported, supported }) / labelled.length
  return { ...verifier, calibration: { precision, items: labelled.length, unsupported, supported, saved } }
}

type RatedItem = { readonly probability: number; readonly supported: boolean }

async function ratedItems(first: ClaimVerifier, labelled: readonly LabelledClaim[], runtime: Runtime): Promise<RatedItem[]> {
  const rated: RatedItem[] = []
  let withProbability = 0
  for (const { text, contexts, supported } of labelled) {
    const [verdict] = (await first.verify({ claims: [{ id: 'c1', text }], contexts, runtime })).verdicts
    if (verdict?.probability === undefined) continue
    withProbability += 1
    if (verdict.outOfScope !== true) rated.push({ probability: verdict.probability, supported })
  }
  if (labelled.length > 0 && withProbability === 0)
    throw config(`${first.signature} gives no probabilities, so there is nothing to set a limit on`)
  return rated
}

/**
 * The limits that passed the test, from the strictest outward to the last before the first failure. Items of equal rank are decided
 * together.
 */
function limitsThatHold(
  items: readonly { readonly rank: number; readonly probability: number; readonly right: boolean }[],
  precision: number,
): CalibratedSide[] {
  const sorted = [...items].sort((a, b) => a.rank - b.rank)
  const fewest = leastItems(precision)
  const held: CalibratedSide[] = []
  let right = 0
  for (const [at, item] of sorted.entries()) {
    if (item.right) right += 1
    const count = at + 1
    if (count < fewest || sorted[count]?.rank === item.rank) continue
    const bound = clopperPearsonLower(right, count, LEVEL)
    if (bound < precision) break
    held.push({ limit: item.probability, items: count, right, bound })
  }
  return held
}

type Sides = Pick<Calibration, 'unsupported' | 'supported'>

/**
 * The last limit of each kind. If these overlap, those that decide the most without overlapping, and of equals the ones with the fewest
 * errors. All limits hold at once, so that any of them may be taken.
 */
function furthestApart(against: readonly CalibratedSide[], inFavour: readonly CalibratedSide[]): Sides {
  let best: Sides = { unsupported: null, supported: null }
  for (const unsupported of [...against, null]) {
    const supported = inFavour.findLast(({ limit }) => unsupported === null || limit > unsupported.limit) ?? null
    const sides = { unsupported, supported }
    if (settledBy(sides) > settledBy(best) || (settledBy(sides) === settledBy(best) && errorsOf(sides) < errorsOf(best))) best = sides
  }
  return best
}

function settledBy({ unsupported, supported }: Sides): number {
  return (unsupported?.items ?? 0) + (supported?.items ?? 0)
}

function errorsOf({ unsupported, supported }: Sides): number {
  return settledBy({ unsupported, supported }) - (unsupported?.right ?? 0) - (supported?.right ?? 0)
}

/** The fewest items that reach the bound without an error: (1 − level)^(1/n) ≥ precision. */
function leastItems(precision: number): number {
  let items = 1
  while (clopperPearsonLower(items, items, LEVEL) < precision) items += 1
  return items
}

function notReached(first: ClaimVerifier, items: number, rated: number, precision: number): AssayError {
  const counted = rated === items ? `${items} labelled items` : `${items} labelled items, ${rated} of which it was made for,`
  return config(
    `on ${counted} no limit shows a precision of ${precision} for ${first.signature} (one-sided 90 % lower bound; at least ${leastItems(precision)} items without an error are needed on one side). Label more items, ask for less, or use the cascade without calibration`,
  )
}

function config(message: string): AssayError {
  return configError(`calibrate: ${message}.`)
}
