import { createHash } from 'node:crypto'
import { type MetricConfig, type MetricKind, renderSignature } from '@assay/core'
import type { ClaimExtractor } from '@assay/judge'
import type { Steps } from './context-recall-options.ts'

/** What tells one context recall from another. */
export type Identity = {
  readonly kind: MetricKind
  readonly signature: string
  readonly promptHash: string | undefined
  readonly config: MetricConfig | null
}

export const NAME = 'context_recall'

const SHOWN_HASH = 6

/** The name a metric is given stands in the run, not in the signature: it changes no score. */
export function identityOf(name: string, version: string, { extractor, verifier }: Steps): Identity {
  const promptHash = combinedHash([extractor.promptHash, verifier.promptHash])
  return {
    kind: verifier.kind === 'screen' && extractor.id === 'sentences' ? 'non-llm' : 'llm',
    signature: renderSignature(
      NAME,
      [
        ['strategy', 'batched'],
        ['judge', verifier.signature],
        ...(verifier.signatureOptions ?? []),
        ['claims', isUsual(extractor, { extractor, verifier }) ? undefined : extractor.signature],
        ['prompt', promptHash?.slice(0, SHOWN_HASH)],
      ],
      version,
    ),
    promptHash,
    config:
      extractor.config === undefined || verifier.config === undefined
        ? null
        : { type: 'context-recall', ...(name === NAME ? {} : { name }), extractor: extractor.config, verifier: verifier.config },
  }
}

/** A judge splits by itself, a screen has its sentences: what nobody needs to be told. */
function isUsual(extractor: ClaimExtractor, { verifier }: Steps): boolean {
  return verifier.kind === 'screen' ? extractor.id === 'sentences' : extractor.id === 'llm' && extractor.signature === verifier.signature
}

function combinedHash(hashes: readonly (string | undefined)[]): string | undefined {
  const known = hashes.filter((hash) => hash !== undefined)
  return known.length === 0 ? undefined : createHash('sha256').update(known.join('\n')).digest('hex')
}
