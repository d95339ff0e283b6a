import { AssayError, type Runtime } from '@assay/core'
import {
  allValues,
  callAll,
  type Claim,
  type Evidence,
  type Extraction,
  labelled,
  type Repaired,
  shownContexts,
  type ShownContexts,
  type SplitText,
  type Verdict,
} from '@assay/judge'
import { callVerifier, type VerifierAnswer } from './call-verifier.ts'
import { checkClaims } from './check-claims.ts'
import type { ClaimSteps } from './claim-steps.ts'

/** What claims are verified against: all retrieved contexts together, or another text of the sample. */
export type Against = 'contexts' | SplitText

export type Split = {
  readonly claims: readonly Claim[]
  /** Whether the response declines to answer, wholly or in part; false for a reference, and if the extractor does not report it. */
  readonly declines: boolean
}

/** The texts of a row. Those that a metric does not read are blank. */
export type RowTexts = {
  readonly reference: string
  readonly response: string
  readonly contexts: readonly string[]
  readonly userInput: string | undefined
}

/**
 * Claims of reference and response, verified against the texts of one row. The calls of a cell depend only on its claims and texts, so
 * that equal cells of several metrics make equal calls, which a run makes once.
 */
export type Cells = {
  /** Contexts without blank ones and exact repeats. */
  readonly shown: ShownContexts
  readonly split: (of: SplitText) => Promise<Split>
  /** One verdict for each claim, in their order. If nothing was retrieved, no claim is supported, without a call. */
  readonly pair: (of: SplitText, claims: readonly Claim[], against: Against) => Promise<readonly Verdict[]>
  /** The same by each context alone, in their order. */
  readonly each: (of: SplitText, claims: readonly Claim[]) => Promise<readonly (readonly Verdict[])[]>
  /** The same against no text, by verifiers that know their text: by the question alone. */
  readonly byQuestion: (claims: readonly Claim[]) => Promise<readonly Verdict[]>
  /** What was repaired, corrected or requested again, by cells in their order, independent of the order of replies. */
  readonly repairs: () => string[]
  /** The largest number of groups of contexts; 0 if they were sent together. */
  readonly grouped: () => number
  /** Claims that are known so far, for the detail of a row that fails. */
  readonly claims: () => { readonly [Of in SplitText]?: readonly Claim[] }
}

/** The order in which causes count and repairs are listed. */
const ORDER = [
  'claims of the reference',
  'claims of the response',
  'reference by contexts',
  'response by contexts',
  'response by reference',
  'reference by response',
  'reference by each context',
  'response by each context',
  'response by question',
] as const

type CellName = (typeof ORDER)[number]

/** What is recorded of a cell, also if it fails. */
type CellRecord = Repaired & Partial<Pick<VerifierAnswer, 'grouped'>>

export function openCells(o: {
  readonly steps: ClaimSteps
  readonly texts: RowTexts
  readonly runtime: Runtime
  /** Claims may be reused within it. */
  readonly scope: object
}): Cells {
  const { texts, runtime, scope } = o
  const { extractor, verifier } = o.steps
  const { userInput } = texts
  const shown = shownContexts(texts.contexts)
  const cells = new Map<CellName, CellRecord>()
  const known: { [Of in SplitText]?: readonly Claim[] } = {}

  /** The result of a cell; the repairs before a failure are recorded, too. */
  async function record<T extends CellRecord>(cell: CellName, result: PromiseLike<T>): Promise<T> {
    try {
      const answer = await result
      cells.set(cell, answer)
      return answer
    } catch (error) {
      if (AssayError.is(error)) cells.set(cell, { repairs: error.repairs })
      throw error
    }
  }

  async function extracted(of: SplitText): Promise<Extraction> {
    const extraction = await extractor.extract({ text: texts[of], of, userInput, runtime, scope })
    checkClaims(extraction, extractor.signature)
    return extraction
  }

  function verified(claims: readonly Claim[], contexts: readonly string[]): Promise<VerifierAnswer> {
    return callVerifier(verifier, { claims, contexts, userInput, runtime })
  }

  async function byEachContext(claims: readonly Claim[]): Promise<CellRecord & { readonly verdicts: readonly (readonly Verdict[])[] }> {
    const indexOf = (at: number): number => shown.indices[at] ?? -1
    const answers = await callAll(shown.texts.map((text) => () => verified(claims, [text])))
    const { values, repairs } = allValues(answers.map((answer, at) => labelled(answer, `retrievedContexts[${indexOf(at)}]`)))
    return {
      verdicts: values.map(({ verdicts }, at) => verdicts.map((verdict) => inContext(verdict, indexOf(at)))),
      repairs,
      grouped: mostGroups(values),
    }
  }

  return {
    shown,
    async split(of) {
      const { claims, declines = false } = await record(`claims of the ${of}`, extracted(of))
      known[of] = claims
      return { claims, declines }
    },
    async pair(of, claims, against) {
      if (claims.length === 0) return []
      if (against === 'contexts' && shown.texts.length === 0) return claims.map(({ id }) => unsupportedByNothing(id, verifier.signature))
      const { verdicts } = await record(cellName(of, against), verified(claims, against === 'contexts' ? texts.contexts : [texts[against]]))
      return against === 'contexts' ? verdicts : verdicts.map((verdict) => inText(verdict, against))
    },
    async each(of, claims) {
      if (claims.length === 0) return shown.texts.map(() => [])
      return (await record(`${of} by each context`, byEachContext(claims))).verdicts
    },
    async byQuestion(claims) {
      return (await record('response by question', verified(claims, []))).verdicts
    },
    repairs: () => ORDER.flatMap((cell) => (cells.get(cell)?.repairs ?? []).map((repair) => `${cell}: ${repair}`)),
    grouped: () => mostGroups(Array.from(cells.values())),
    claims: () => known,
  }
}

function mostGroups(records: readonly CellRecord[]): number {
  return records.reduce((most, { grouped = 0 }) => Math.max(most, grouped), 0)
}

function cellName(of: SplitText, against: Against): CellName {
  if (of === 'reference') return against === 'contexts' ? 'reference by contexts' : 'reference by response'
  return against === 'contexts' ? 'response by contexts' : 'response by reference'
}

/**
 * Runs several tasks in parallel, all to their end.
 * @throws AssayError the first failure, in the order given; `Suspended`, or a programming mistake, before that.
 */
export async function sideBySide<const Tasks extends readonly (() => Promise<unknown>)[]>(
  tasks: Tasks,
): Promise<{ -readonly [At in keyof Tasks]: Tasks[At] extends () => Promise<infer Value> ? Value : never }> {
  const values = (await callAll<unknown>(tasks)).map((answer) => {
    if (!answer.ok) throw answer.error
    return answer.value
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value for each task, in their order
  return values as never
}

function inText(verdict: Verdict, against: SplitText): Verdict {
  return { ...verdict, evidence: verdict.evidence.map((evidence): Evidence => ({ ...evidence, against })) }
}

/** A verifier that was sent one context alone calls it the first. */
function inContext(verdict: Verdict, index: number): Verdict {
  return { ...verdict, evidence: verdict.evidence.map((evidence) => ({ ...evidence, context: evidence.context === 0 ? index : -1 })) }
}

function unsupportedByNothing(claim: string, decidedBy: string): Verdict {
  return { claim, outcome: 'unsupported', decidedBy, reason: 'Nothing was retrieved.', evidence: [] }
}
