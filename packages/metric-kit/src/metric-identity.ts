import { createHash } from 'node:crypto'
import { type JsonObject, type MetricConfig, type MetricKind, renderSignature, type SignaturePart } from '@assay/core'
import { type ClaimExtractor, type ClaimVerifier, type Grader, judgeSignature, type JudgeSignature, type SplitText } from '@assay/judge'
import type { ClaimSteps } from './claim-steps.ts'

/** The names of a metric, and those of its options that change a score. */
export type MetricNaming = {
  /** In signatures and runs: `faithfulness`. */
  readonly usualName: string
  /** In configurations. */
  readonly type: string
  readonly version: string
  /** The name that the user gave: used in the run, not in the signature, since it changes no score. */
  readonly name: string
  /** Options of its own, defaults left out. */
  readonly options?: readonly SignaturePart[]
  /** The same in the form of a configuration. */
  readonly config?: JsonObject
}

/** What distinguishes metrics that use claims. */
export type MetricIdentity = {
  readonly kind: MetricKind
  readonly evidence: 'judge' | 'screen'
  readonly signature: string
  readonly config: MetricConfig | null
  /** The beginning of every detail of the metric. */
  readonly start: StepsDetail
}

/** How a value was computed, and by which judge. */
export type StepsDetail = {
  /** `batched`, `per-claim`, `per-context`, or `mixed` (by members of different strategies). */
  readonly strategy: string
  /** Absent if nothing is split into claims. */
  readonly extractor?: string
  readonly verifier: string
  /** SHA-256, in hex, over the fixed text of all prompts; the signature contains its beginning. Absent without a model. */
  readonly promptHash?: string
}

const SHOWN_HASH = 6

/** Of a metric whose claims come from an extractor, of the texts that it splits. */
export function claimIdentity(naming: MetricNaming, { extractor, verifier }: ClaimSteps, splits: readonly SplitText[]): MetricIdentity {
  const judge = judgeSignature(verifier)
  const claims: SignaturePart = ['claims', isUsual(extractor, verifier.kind, judge) ? undefined : extractor.signature]
  const hashes = splits.map((of) => (of === 'reference' ? extractor.promptHash : extractor.responsePromptHash))
  return {
    ...identityOf(naming, verifier, [...hashes, verifier.promptHash], [claims], { extractor: extractor.config, verifier: verifier.config }),
    kind: verifier.kind === 'screen' && extractor.id === 'sentences' ? 'non-llm' : 'llm',
    start: startOf(judge.strategy, extractor.signature, verifier.signature, combinedHash([...hashes, verifier.promptHash])),
  }
}

/** Of a metric that judges items unchanged: no model splits a text. */
export function itemIdentity(naming: MetricNaming, verifier: ClaimVerifier): MetricIdentity {
  const identity = identityOf(naming, verifier, [verifier.promptHash], [], { verifier: verifier.config })
  return {
    ...identity,
    kind: 'llm',
    start: startOf(judgeSignature(verifier).strategy, undefined, verifier.signature, verifier.promptHash),
  }
}

/** Of a metric that is one reply of a judge to one call. */
export function graderIdentity(
  { usualName, type, version, name, options = [], config = {} }: MetricNaming,
  { signature, promptHash, config: made }: Pick<Grader<never, unknown>, 'signature' | 'promptHash' | 'config'>,
): Pick<MetricIdentity, 'kind' | 'evidence' | 'signature' | 'config'> & { readonly start: GraderDetail } {
  return {
    kind: 'llm',
    evidence: 'judge',
    signature: metricSignature(usualName, version, promptHash, [['judge', signature], ...options]),
    config: metricConfig(type, usualName, name, { grader: made, ...config }),
    start: { judge: signature, promptHash },
  }
}

/** The judge, and its prompt. */
export type GraderDetail = {
  readonly judge: string
  /** SHA-256, in hex, over the fixed text of the prompt; the signature contains its beginning. */
  readonly promptHash: string
}

function identityOf(
  { usualName, type, version, name, options = [], config = {} }: MetricNaming,
  verifier: ClaimVerifier,
  hashes: readonly (string | undefined)[],
  parts: readonly SignaturePart[],
  steps: Readonly<Record<string, ClaimVerifier['config']>>,
): Pick<MetricIdentity, 'evidence' | 'signature' | 'config'> {
  const { strategy, judge, options: ofJudge } = judgeSignature(verifier)
  const made = Object.entries(steps)
  return {
    evidence: verifier.kind,
    signature: metricSignature(usualName, version, combinedHash(hashes), [
      ['strategy', strategy],
      ['judge', judge],
      ...ofJudge,
      ...parts,
      ...options,
    ]),
    config: made.some(([, step]) => step === undefined)
      ? null
      : metricConfig(type, usualName, name, {
          ...Object.fromEntries(made.flatMap(([key, step]) => (step === undefined ? [] : [[key, step]]))),
          ...config,
        }),
  }
}

/** Options first, then the beginning of the hash over all prompts. */
export function metricSignature(
  usualName: string,
  version: string,
  promptHash: string | undefined,
  parts: readonly SignaturePart[],
): string {
  return renderSignature(usualName, [...parts, ['prompt', promptHash?.slice(0, SHOWN_HASH)]], version)
}

export function metricConfig(type: string, usualName: string, name: string, parts: JsonObject): MetricConfig {
  return { type, ...(name === usualName ? {} : { name }), ...parts }
}

/** One hash over those that are known. */
export function combinedHash(hashes: readonly (string | undefined)[]): string | undefined {
  const known = hashes.filter((hash) => hash !== undefined)
  return known.length === 0 ? undefined : createHash('sha256').update(known.join('\n')).digest('hex')
}

function startOf(strategy: string, extractor: string | undefined, verifier: string, promptHash: string | undefined): StepsDetail {
  return {
    strategy,
    ...(extractor === undefined ? {} : { extractor }),
    verifier,
    ...(promptHash === undefined ? {} : { promptHash }),
  }
}

/** The default extractor of each kind of judge is left out: a judge splits by itself, a screen uses sentences. */
function isUsual(extractor: ClaimExtractor, kind: ClaimVerifier['kind'], { judges }: JudgeSignature): boolean {
  if (kind === 'screen') return extractor.id === 'sentences'
  return extractor.id === 'llm' && judges.every((judge) => judge === extractor.signature)
}
