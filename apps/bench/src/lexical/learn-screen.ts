import {
  type ContextIndex,
  type DocumentFrequencies,
  type Examination,
  examineClaim,
  indexContexts,
  inverseDocumentFrequency,
  LEXICAL_FEATURES,
  type LexicalFeatures,
  type LexicalWeights,
} from '@assay/judge/lexical-screen'
import { countStems, documentFrequencies, type StemCounts } from './count-document-frequencies.ts'
import type { LabelledSource } from './dev-sources.ts'
import { type EditedStatement, editStatements } from './edit-statements.ts'
import { logisticRegression, type WeightedRow } from './logistic-regression.ts'
import { seededRandom } from '@assay/stats'

/** The training parameters; they are stored with the weights. */
export const LEARNING = { seed: 1, ridge: 0.003, editWeight: 0.25 } as const

/** A source with indexed contexts and edited statements: everything that does not depend on document frequencies. */
export type PreparedSource = LabelledSource & {
  readonly indexes: readonly ContextIndex[]
  readonly stems: StemCounts
  readonly edits: readonly EditedStatement[]
}

export type LearnedScreen = LexicalWeights & { readonly frequencies: DocumentFrequencies }

export function prepareSources(sources: readonly LabelledSource[]): PreparedSource[] {
  const random = seededRandom(LEARNING.seed)
  return sources.map((source) => {
    const known = new Map<string, ContextIndex>()
    const indexes = source.rows.map(({ contexts }) => {
      const key = JSON.stringify(contexts)
      const index = known.get(key) ?? indexContexts(contexts)
      known.set(key, index)
      return index
    })
    return { ...source, indexes, stems: countStems(source.rows), edits: editStatements(source.rows, indexes, random) }
  })
}

/**
 * Trains weights on labelled rows and their edits. Sources have equal weight, and so have the two labels of a source; an edit weighs a
 * quarter of an average row of its source.
 */
export function learnScreen(sources: readonly PreparedSource[]): LearnedScreen {
  const frequencies = documentFrequencies(sources.map(({ stems }) => stems))
  const idf = inverseDocumentFrequency(frequencies)
  const rows = sources.flatMap((source): WeightedRow[] => {
    const supported = source.rows.filter(({ label }) => label === 1).length
    const counts = { 1: supported, 0: source.rows.length - supported }
    const labelled = source.rows.map(({ statement, label }, row) => ({
      features: featuresOf(examineAt(source, row, statement, idf)),
      label,
      weight: 0.5 / counts[label],
    }))
    const edited = source.edits.map(({ row, statement }) => ({
      features: featuresOf(examineAt(source, row, statement, idf)),
      label: 0 as const,
      weight: LEARNING.editWeight / source.rows.length,
    }))
    return [...labelled, ...edited]
  })
  const [intercept = 0, ...weights] = logisticRegression(rows, LEARNING.ridge)
  return { intercept, weights: namedFeatures(weights), frequencies }
}

export function examineAt(
  source: PreparedSource,
  row: number,
  statement: string,
  idf: ReturnType<typeof inverseDocumentFrequency>,
): Examination {
  const index = source.indexes[row]
  if (index === undefined) throw new Error(`${source.name} has no row ${row}`)
  return examineClaim(statement, index, idf)
}

function featuresOf({ features }: Examination): number[] {
  return LEXICAL_FEATURES.map((feature) => features[feature])
}

function namedFeatures(values: readonly number[]): LexicalFeatures {
  const at = (feature: (typeof LEXICAL_FEATURES)[number]): number => values[LEXICAL_FEATURES.indexOf(feature)] ?? 0
  return {
    idfRecall: at('idfRecall'),
    missingNumber: at('missingNumber'),
    missingName: at('missingName'),
    oneSidedNegation: at('oneSidedNegation'),
    surfaceBigrams: at('surfaceBigrams'),
    bestSentenceRecall: at('bestSentenceRecall'),
  }
}
