import type { Runtime } from '@assay/core'
import { allValues, askAll, type Claim, type Evidence, shownContexts, type ShownContexts, type SplitText, type Verdict } from '@assay/judge'
import { askVerifier, type VerifierNotes } from './ask-verifier.ts'
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
  const cells = new Map<CellName, VerifierNotes>()
  const known: { [Of in SplitText]?: readonly Claim[] } = {}

  function notesOf(cell: CellName): VerifierNotes {
    const notes = { repairs: [], grouped: 0 }
    cells.set(cell, notes)
    return notes
  }

  async function verified(claims: readonly Claim[], contexts: readonly string[], notes: VerifierNotes): Promise<readonly Verdict[]> {
    return (await askVerifier(verifier, { claims, contexts, userInput, runtime }, notes)).verdicts
  }

  return {
    shown,
    async split(of) {
      const { repairs } = notesOf(`claims of the ${of}`)
      let declines = false
      const claims = await extractor.extract({
        text: texts[of],
        of,
        userInput,
        runtime,
        scope,
        onRepair: (repair) => void repairs.push(repair),
        onDeclines: () => void (declines = true),
      })
      checkClaims(claims, extractor.signature)
      known[of] = claims
      return { claims, declines }
    },
    async pair(of, claims, against) {
      if (claims.length === 0) return []
      const notes = notesOf(cellName(of, against))
      if (against !== 'contexts') return (await verified(claims, [texts[against]], notes)).map((verdict) => inText(verdict, against))
      if (shown.texts.length > 0) return verified(claims, texts.contexts, notes)
      return claims.map(({ id }) => unsupportedByNothing(id, verifier.signature))
    },
    async each(of, claims) {
      if (claims.length === 0) return shown.texts.map(() => [])
      const calls = shown.texts.map((text, at) => ({
        text,
        index: shown.indices[at] ?? -1,
        notes: { repairs: [], grouped: 0 } as VerifierNotes,
      }))
      const answers = await askAll(
        calls.map(
          ({ text, notes }) =>
            () =>
              verified(claims, [text], notes),
        ),
      )
      const all = notesOf(`${of} by each context`)
      for (const { index, notes } of calls) {
        all.repairs.push(...notes.repairs.map((repair) => `retrievedContexts[${index}]: ${repair}`))
        all.grouped = Math.max(all.grouped, notes.grouped)
      }
      return allValues(answers).map((verdicts, at) => verdicts.map((verdict) => inContext(verdict, calls[at]?.index ?? -1)))
    },
    byQuestion: (claims) => verified(claims, [], notesOf('response by question')),
    repairs: () => ORDER.flatMap((cell) => (cells.get(cell)?.repairs ?? []).map((repair) => `${cell}: ${repair}`)),
    grouped: () => Array.from(cells.values()).reduce((most, { grouped }) => Math.max(most, grouped), 0),
    claims: () => known,
  }
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one value for each question, in their order
  return allValues(await askAll<unknown>(asks)) as never
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
