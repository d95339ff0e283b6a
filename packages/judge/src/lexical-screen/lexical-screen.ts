import { abortedError } from '@assay/core'
import { normalizeNfc, wordTokens } from '@assay/text'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier } from '../claim-verifier.ts'
import type { Evidence, Verdict } from '../verdict.ts'
import { type ContextIndex, indexContexts } from './context-index.ts'
import { decideClaim, isNearVerbatim, type LexicalDecision } from './decide-claim.ts'
import { type InverseDocumentFrequency, inverseDocumentFrequency } from './document-frequencies.ts'
import { examineClaim } from './examine-claim.ts'
import { isFamiliarLanguage } from './familiar-language.ts'
import { hasNoOverlap, isSurelyEnglish } from './no-overlap.ts'
import { supportProbability } from './lexical-weights.ts'
import { wordForms } from './word-forms.ts'
import learned from './weights.data.json' with { type: 'json' }

/** Changes whenever a verdict or a probability can change: with the weights, and with the code that makes the features. */
const VERSION = '1'

/**
 * A verifier without a model: it compares words, numbers, names and negations. A screen, not a judge. It leaves undecided what words
 * cannot decide, with a learned probability; it knows no synonyms, and does not detect a change of one ordinary word. Learned on English:
 * claims in other languages stay undecided unless a sentence contains the claim almost word for word.
 * `cautious` decides only claims that have no overlap with the contexts, as unsupported: the form for the front of a cascade.
 * Neither the order of the contexts nor blank or repeated ones change a verdict or a probability (evidence names the first context with
 * the sentence).
 */
export function lexicalScreen(): ClaimVerifier & { readonly cautious: ClaimVerifier } {
  return { ...screen('lexical', screenClaim), cautious: screen('lexical-no-overlap', proveNoOverlap) }
}

function screen(id: string, judge: (claim: Claim, screening: Screening) => Verdict): ClaimVerifier {
  const signature = `${id}@${VERSION}`
  return {
    id,
    version: VERSION,
    signature,
    kind: 'screen',
    config: id,
    threshold: learned.threshold,
    async verify({ claims, contexts, runtime }) {
      const idf = await loadFrequencies()
      if (runtime.signal?.aborted) throw abortedError(runtime.signal)
      const index = indexContexts(contexts)
      const isReadable = isFamiliarLanguage(index.words(), idf)
      return { verdicts: claims.map((claim) => judge(claim, { index, idf, isReadable, signature })) }
    },
  }
}

type Screening = {
  readonly index: ContextIndex
  readonly idf: InverseDocumentFrequency
  readonly isReadable: boolean
  readonly signature: string
}

function screenClaim(claim: Claim, { index, idf, isReadable, signature }: Screening): Verdict {
  const examined = examineClaim(claim.text, index, idf)
  const probability = supportProbability(learned, examined.features)
  const verdict = (decision: LexicalDecision, sentence?: number): Verdict => ({
    claim: claim.id,
    ...decision,
    probability,
    decidedBy: signature,
    evidence: sentence === undefined ? [] : quote(index, sentence),
  })

  if (index.texts.length === 0) return verdict({ outcome: 'unsupported', reason: 'no context holds any text' })
  const words = [...new Set(examined.words)].map((word) => ({ word, stem: wordForms(word).stem }))
  if (!isReadable || !isFamiliarLanguage(words, idf)) {
    const same = index.verbatim(claim.text) ?? (isNearVerbatim(examined) ? examined.bestSentence : undefined)
    if (same !== undefined) return verdict({ outcome: 'supported', reason: 'near_verbatim' }, same)
    return {
      ...verdict({
        outcome: 'undecided',
        reason: 'fewer than half of the words of the claim, or of the contexts, are among the English ones that the screen has learned',
      }),
      outOfScope: true,
    }
  }
  const decision = decideClaim(examined, probability, learned.threshold)
  return verdict(decision, decision.outcome === 'undecided' ? undefined : examined.bestSentence)
}

/** Unsupported if the contexts have no overlap with the claim, and undecided otherwise, with the probability of the whole screen. */
function proveNoOverlap(claim: Claim, screening: Screening): Verdict {
  const screened = screenClaim(claim, screening)
  const { index, idf } = screening
  if (index.texts.length === 0) return screened
  const words = wordTokens(normalizeNfc(claim.text))
  const isEnglish = (text: string): boolean => isSurelyEnglish(wordTokens(normalizeNfc(text)), idf)
  const isProven =
    hasNoOverlap({ text: claim.text, words }, index) && isEnglish(claim.text) && index.texts.every(({ text }) => isEnglish(text))
  return isProven
    ? { ...screened, outcome: 'unsupported', reason: 'no_overlap: the contexts hold no content word and no number of it', evidence: [] }
    : { ...screened, outcome: 'undecided', reason: 'shared words or language leave it open', evidence: [] }
}

function quote(index: ContextIndex, sentence: number): Evidence[] {
  const place = index.sentences[sentence]
  if (place === undefined) return []
  return [{ context: place.context, quote: place.text, verified: true, span: [place.start, place.end] }]
}

let frequencies: Promise<InverseDocumentFrequency> | undefined

/** Read on first use: judging with a model does not load it. */
function loadFrequencies(): Promise<InverseDocumentFrequency> {
  frequencies ??= import('./document-frequencies.data.json', { with: { type: 'json' } }).then((read) =>
    inverseDocumentFrequency(read.default),
  )
  return frequencies
}
