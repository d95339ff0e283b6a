import { createHash } from 'node:crypto'
import { type JsonValue, type MetricConfig, type MetricKind, renderSignature, type SignaturePart } from '@assay/core'
import { type ClaimExtractor, judgeSignature, type JudgeSignature } from '@assay/judge'
import type { Steps, VerifySteps } from './context-recall-options.ts'

/** What tells one context recall from another. */
export type Identity = {
  readonly kind: MetricKind
  readonly evidence: 'judge' | 'screen'
  /** As the signature names it. */
  readonly strategy: string
  /** Who chose the claims, and with them the denominator. */
  readonly denominator: 'extractor' | 'judge'
  readonly extractor: string
  readonly verifier: string
  readonly signature: string
  readonly promptHash: string | undefined
  readonly config: MetricConfig | null
}

export const NAME = 'context_recall'

const SHOWN_HASH = 6

/** The name a metric is given stands in the run, not in the signature: it changes no score. */
export function identityOf(name: string, version: string, steps: Steps): Identity {
  return 'assessor' in steps ? assessorIdentity(name, version, steps.assessor) : stepsIdentity(name, version, steps)
}

function stepsIdentity(name: string, version: string, { extractor, verifier }: VerifySteps): Identity {
  const promptHash = combinedHash([extractor.promptHash, verifier.promptHash])
  const judge = judgeSignature(verifier)
  const claims: SignaturePart = ['claims', isUsual(extractor, verifier.kind, judge) ? undefined : extractor.signature]
  return {
    kind: verifier.kind === 'screen' && extractor.id === 'sentences' ? 'non-llm' : 'llm',
    evidence: verifier.kind,
    strategy: judge.strategy,
    denominator: 'extractor',
    extractor: extractor.signature,
    verifier: verifier.signature,
    signature: signatureOf(version, promptHash, [['strategy', judge.strategy], ['judge', judge.judge], ...judge.options, claims]),
    promptHash,
    config:
      extractor.config === undefined || verifier.config === undefined
        ? null
        : configOf(name, { extractor: extractor.config, verifier: verifier.config }),
  }
}

function assessorIdentity(
  name: string,
  version: string,
  { id, signature, signatureOptions = [], promptHash, config }: Extract<Steps, { assessor: unknown }>['assessor'],
): Identity {
  return {
    kind: 'llm',
    evidence: 'judge',
    strategy: id,
    denominator: 'judge',
    extractor: signature,
    verifier: signature,
    signature: signatureOf(version, promptHash, [['strategy', id], ['judge', signature], ...signatureOptions]),
    promptHash,
    config: config === undefined ? null : configOf(name, { assessor: config }),
  }
}

function signatureOf(version: string, promptHash: string | undefined, parts: readonly SignaturePart[]): string {
  return renderSignature(NAME, [...parts, ['prompt', promptHash?.slice(0, SHOWN_HASH)]], version)
}

function configOf(name: string, parts: Readonly<Record<string, JsonValue>>): MetricConfig {
  return { type: 'context-recall', ...(name === NAME ? {} : { name }), ...parts }
}

/** A judge splits by itself, a screen has its sentences: what nobody needs to be told. */
function isUsual(extractor: ClaimExtractor, kind: 'judge' | 'screen', { judges }: JudgeSignature): boolean {
  if (kind === 'screen') return extractor.id === 'sentences'
  return extractor.id === 'llm' && judges.every((judge) => judge === extractor.signature)
}

function combinedHash(hashes: readonly (string | undefined)[]): string | undefined {
  const known = hashes.filter((hash) => hash !== undefined)
  return known.length === 0 ? undefined : createHash('sha256').update(known.join('\n')).digest('hex')
}
