import type { Evidence } from '../verdict.ts'
import type { WireEvidence } from '../wire/judgement.ts'
import type { ShownContexts } from '../verifier/shown-contexts.ts'
import type { QuotePlace } from './find-quote.ts'

/**
 * A judge's evidence, with every quote looked up. A quote found in another context than named gets the index of that one. A quote found
 * in none stays, unverified, with the named context, or −1 if there is no such context. `corrections` lists the moved ones.
 */
export function checkEvidence(
  evidence: readonly WireEvidence[],
  shown: ShownContexts,
  find: (quote: string, named: number | undefined) => QuotePlace | undefined,
): { readonly evidence: Evidence[]; readonly corrections: readonly string[] } {
  const corrections: string[] = []
  const checked = evidence.map(({ context, quote }): Evidence => {
    const named = shown.indices[context - 1]
    const place = find(quote, named === undefined ? undefined : context - 1)
    const found = place === undefined ? undefined : shown.indices[place.context]
    if (place === undefined || found === undefined) return { context: named ?? -1, quote, verified: false }
    if (found !== named) {
      const instead = named === undefined ? 'no context that was shown' : `retrievedContexts[${named}]`
      corrections.push(`a quote from retrievedContexts[${found}] was ascribed to ${instead}`)
    }
    if (place.span === undefined) return { context: found, quote, verified: true }
    const offset = shown.offsets[place.context] ?? 0
    return { context: found, quote, verified: true, span: [place.span[0] + offset, place.span[1] + offset] }
  })
  return { evidence: checked, corrections }
}
