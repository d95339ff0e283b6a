import { AssayError, type LLMAdapter, type Sample } from '@assay/core'
import { type Claim, type ClaimExtractor, type ClaimVerifier, llmExtractor, sentenceExtractor } from '@assay/judge'
import { contextRecall } from '@assay/metric-llm-recall'
import { evaluate, type EvaluateOptions, type RunSummary } from '@assay/runner'
import * as z from 'zod'

/** The claims that every provider judges. They are extracted once, so that providers differ in verdicts alone. */
export type SharedClaims = {
  readonly extractor: ClaimExtractor
  /** Where they come from, in a few words. */
  readonly by: string
  /** The run that extracted them; `null` for sentences. */
  readonly run: RunSummary | null
}

/** The sentences of the reference as claims, which need no call. */
export function sentenceClaims(): SharedClaims {
  return { extractor: sentenceExtractor(), by: 'sentences of the reference', run: null }
}

type Settings = Omit<EvaluateOptions, 'data' | 'metrics'>

/** Claims by a model, extracted for all rows before the comparison, so that no provider's cost includes them. */
export async function extractedClaims(judge: LLMAdapter, data: EvaluateOptions['data'], settings: Settings): Promise<SharedClaims> {
  const original = llmExtractor({ judge })
  const known = new Map<string, readonly Claim[] | AssayError>()
  const evaluation = evaluate({
    ...settings,
    data,
    metrics: [contextRecall({ extractor: original, verifier: anyVerdict, name: 'claims' })],
  })
  for await (const batch of evaluation.batches()) {
    for (const { result, sample } of batch) {
      const score = result.scores['claims']
      const key = keyOf(sample)
      if (score?.status === 'scored') {
        const { claims } = detailSchema.parse(score.detail)
        // A row where nothing was retrieved has no claims, but another row with the same reference may have.
        if (claims.length > 0) known.set(key, claims)
      } else if (score?.error !== undefined) known.set(key, new AssayError(score.error))
    }
  }
  const run = await evaluation.result()
  const failure = Array.from(known.values()).find((found) => AssayError.is(found))
  if (run.stopped !== undefined && failure !== undefined && Array.from(known.values()).every((found) => AssayError.is(found))) throw failure
  const { id, version, signature, promptHash } = original
  const extractor: ClaimExtractor = {
    id,
    version,
    signature,
    ...(promptHash === undefined ? {} : { promptHash }),
    extract({ text, userInput }) {
      const claims = known.get(keyOf({ reference: text, userInput }))
      if (claims === undefined) return Promise.reject(notExtracted())
      return AssayError.is(claims) ? Promise.reject(claims) : Promise.resolve({ claims })
    },
  }
  return { extractor, by: `claims extracted by ${judge.provider}:${judge.modelId}`, run }
}

const detailSchema = z.object({ claims: z.array(z.object({ id: z.string(), text: z.string() })) })

/** The metric needs a verifier, but its verdicts on extracted claims are not used. */
const anyVerdict: ClaimVerifier = {
  id: 'any-verdict',
  version: '1',
  signature: 'any-verdict',
  kind: 'judge',
  verify: ({ claims }) =>
    Promise.resolve({
      verdicts: claims.map(({ id }) => ({ claim: id, outcome: 'supported' as const, decidedBy: 'any-verdict', reason: '', evidence: [] })),
    }),
}

function keyOf({ reference, userInput }: Pick<Sample, 'reference' | 'userInput'>): string {
  return JSON.stringify([reference ?? null, userInput ?? null])
}

function notExtracted(): AssayError {
  return new AssayError({
    kind: 'aborted',
    message: 'The claims of this row were not extracted: the run that extracts them ended early.',
  })
}
