import { AssayError, type Runtime } from '@assay/core'
import {
  allValues,
  askAll,
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
import { askVerifier, type VerifierAnswer } from './ask-verifier.ts'
import { checkClaims } from './check-claims.ts'
import type { ClaimSteps } from './claim-steps.ts'

/** What claims are verified against: all retrieved contexts together, or another text of the sample. */
export type Against = 'contexts' | SplitText

export type Split = {
  readonly claims: readonly Claim[]
  /** Whether the response declines to answer, wholly or in part; never known of a reference, nor by those who do not say. */
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
 * Claims of reference and response, verified against the texts of one row. What a cell asks follows from its claims and texts alone, so
 * that equal cells of several metrics are equal calls, which a run makes once.
 */
export type Cells = {
  /** Contexts without blank ones and exact repeats. */
  readonly shown: ShownContexts
  readonly split: (of: SplitText) => Promise<Split>
  /** One verdict for each claim, in their order. Where nothing was retrieved no claim is supported, and nobody is asked. */
  readonly pair: (of: SplitText, claims: readonly Claim[], against: Against) => Promise<readonly Verdict[]>
  /** The same by each shown context alone, in their order. */
  readonly each: (of: SplitText, claims: readonly Claim[]) => Promise<readonly (readonly Verdict[])[]>
  /** The same against no text, by verifiers that know by what: by the question alone. */
  readonly byQuestion: (claims: readonly Claim[]) => Promise<readonly Verdict[]>
  /** What was repaired, corrected or asked again, by cells in their order, whichever reply came first. */
  readonly repairs: () => string[]
  /** In how many groups contexts were shown, at most; 0 where they were shown together. */
  readonly grouped: () => number
  /** Claims that are known so far: a row that fails can still show them. */
  readonly claims: () => { readonly [Of in SplitText]?: readonly Claim[] }
}

/** The order in which causes count and repairs are told. */
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

/** What is told of a question, whether or not it is answered. */
type Told = Repaired & Partial<Pick<VerifierAnswer, 'grouped'>>

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
  const cells = new Map<CellName, Told>()
  const known: { [Of in SplitText]?: readonly Claim[] } = {}

  /** What a cell says; what came before a failure of it is kept, too. */
  async function told<T extends Told>(cell: CellName, asked: PromiseLike<T>): Promise<T> {
    try {
      const answer = await asked
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
    return askVerifier(verifier, { claims, contexts, userInput, runtime })
  }

  async function byEachContext(claims: readonly Claim[]): Promise<Told & { readonly verdicts: readonly (readonly Verdict[])[] }> {
    const indexOf = (at: number): number => shown.indices[at] ?? -1
    const answers = await askAll(shown.texts.map((text) => () => verified(claims, [text])))
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
      const { claims, declines = false } = await told(`claims of the ${of}`, extracted(of))
      known[of] = claims
      return { claims, declines }
    },
    async pair(of, claims, against) {
      if (claims.length === 0) return []
      if (against === 'contexts' && shown.texts.length === 0) return claims.map(({ id }) => unsupportedByNothing(id, verifier.signature))
      const { verdicts } = await told(cellName(of, against), verified(claims, against === 'contexts' ? texts.contexts : [texts[against]]))
      return against === 'contexts' ? verdicts : verdicts.map((verdict) => inText(verdict, against))
    },
    async each(of, claims) {
      if (claims.length === 0) return shown.texts.map(() => [])
      return (await told(`${of} by each context`, byEachContext(claims))).verdicts
    },
    async byQuestion(claims) {
      return (await told('response by question', verified(claims, []))).verdicts
    },
    repairs: () => ORDER.flatMap((cell) => (cells.get(cell)?.repairs ?? []).map((repair) => `${cell}: ${repair}`)),
    grouped: () => mostGroups(Array.from(cells.values())),
    claims: () => known,
  }
}

function mostGroups(told: readonly Told[]): number {
  return told.reduce((most, { grouped = 0 }) => Math.max(most, grouped), 0)
}

function cellName(of: SplitText, against: Against): CellName {
  if (of === 'reference') return against === 'contexts' ? 'reference by contexts' : 'reference by response'
  return against === 'contexts' ? 'response by contexts' : 'response by reference'
}

/**
 * Several questions side by side, all of them to their end.
 * @throws AssayError the first failure, in the order given; `Suspended`, or a programmer's mistake, before that.
 */
export async function sideBySide<const Asks extends readonly (() => Promise<unknown>)[]>(
  asks: Asks,
): Promise<{ -readonly [At in keyof Asks]: Asks[At] extends () => Promise<infer Value> ? Value : never }> {
  const values = (await askAll<unknown>(asks)).map((answer) => {
    if (!answer.ok) throw answer.error
    return answer.value
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value for each question, in their order
  return values as never
}

function inText(verdict: Verdict, against: SplitText): Verdict {
  return { ...verdict, evidence: verdict.evidence.map((evidence): Evidence => ({ ...evidence, against })) }
}

/** A verifier that saw one context alone calls it the first. */
function inContext(verdict: Verdict, index: number): Verdict {
  return { ...verdict, evidence: verdict.evidence.map((evidence) => ({ ...evidence, context: evidence.context === 0 ? index : -1 })) }
}

function unsupportedByNothing(claim: string, decidedBy: string): Verdict {
  return { claim, outcome: 'unsupported', decidedBy, reason: 'Nothing was retrieved.', evidence: [] }
}
