import { type ClaimVerifier, lexicalScreen, sentenceExtractor, type Verdict } from '@assay/judge'
import {
  decideClaim,
  examineClaim,
  indexContexts,
  type InverseDocumentFrequency,
  inverseDocumentFrequency,
  supportProbability,
} from '@assay/judge/lexical-screen'
import type { Strategy } from '../figures/bench-result.ts'
import { contextsHash, pairKey } from '../fixtures/contexts-key.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { LabelledSource } from '../lexical/dev-sources.ts'
import { type LearnedScreen, learnScreen, prepareSources } from '../lexical/learn-screen.ts'
import type { RunnableJudge } from './bench-judge.ts'

/**
 * The lexical screen as a baseline, by itself and, if that is measured, end to end with claims by sentences. Texts of a training file are
 * judged by weights trained on the other files alone. The threshold is the shipped one.
 * @param sources The files that the screen was trained on.
 */
export function lexicalJudges(
  items: readonly FixtureItem[],
  sources: readonly LabelledSource[],
  strategies: readonly Strategy[],
): RunnableJudge[] {
  const shipped = lexicalScreen()
  const judged = new Set(items.map(pairKey))
  const held = sources.filter(({ rows }) => rows.some((row) => judged.has(pairKey(row))))
  const prepared = held.length === 0 ? [] : prepareSources(sources)
  const screens = held.map(({ name, rows }) => {
    const learned = learnScreen(prepared.filter((source) => source.name !== name))
    return { rows, learned, idf: inverseDocumentFrequency(learned.frequencies) }
  })
  const byPair = new Map(screens.flatMap((screen) => screen.rows.map((row) => [pairKey(row), screen] as const)))
  const byContexts = new Map(screens.flatMap((screen) => screen.rows.map(({ contexts }) => [contextsHash(contexts), screen] as const)))
  const notes = [
    'A lexical screen, not a judge.',
    ...(held.length === 0 ? [] : [`On ${held.map(({ name }) => name).join(', ')}: with weights trained on the other dev files alone.`]),
  ]
  const common = { name: 'lexical', kind: 'screen', isBaseline: true, extractor: sentenceExtractor(), notes } as const
  const verifierBy = (screenFor: ScreenFor): ClaimVerifier => (held.length === 0 ? shipped : unseen(shipped, screenFor))
  const ofStatements = verifierBy((statement, contexts) => byPair.get(pairKey({ statement, contexts })))
  const ofSentences = verifierBy((_sentence, contexts) => byContexts.get(contextsHash(contexts)))
  return [
    { ...common, key: 'lexical', strategy: 'per-claim', verifier: ofStatements },
    ...(strategies.includes('end-to-end')
      ? [{ ...common, key: 'lexical end-to-end', strategy: 'end-to-end' as const, verifier: ofSentences }]
      : []),
  ]
}

type UnseenScreen = { readonly learned: LearnedScreen; readonly idf: InverseDocumentFrequency }
type ScreenFor = (text: string, contexts: readonly string[]) => UnseenScreen | undefined

/** The shipped screen, with other weights where `screenFor` gives some. */
function unseen(shipped: ClaimVerifier, screenFor: ScreenFor): ClaimVerifier {
  const { signature, threshold = 0.5 } = shipped
  const decidedBy = `${signature}+unseen`
  return {
    ...shipped,
    signature: decidedBy,
    async verify(input) {
      const index = indexContexts(input.contexts)
      const verdicts: Verdict[] = []
      for (const claim of input.claims) {
        const screen = screenFor(claim.text, input.contexts)
        if (screen === undefined) {
          verdicts.push(...(await shipped.verify({ ...input, claims: [claim] })).verdicts)
          continue
        }
        const examined = examineClaim(claim.text, index, screen.idf)
        const probability = supportProbability(screen.learned, examined.features)
        verdicts.push({ claim: claim.id, ...decideClaim(examined, probability, threshold), probability, decidedBy, evidence: [] })
      }
      return { verdicts }
    },
  }
}
