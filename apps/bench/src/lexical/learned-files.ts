import type { DocumentFrequencies, LexicalWeights } from '@assay/judge/lexical-screen'
import type { LabelledSource } from './dev-sources.ts'
import { LEARNING, learnScreen, prepareSources } from './learn-screen.ts'
import { leaveOneSourceOut, learnScreenThreshold, summarizeSource } from './leave-one-source-out.ts'

export type LearnedFiles = {
  readonly weights: LexicalWeights & { readonly threshold: number; readonly provenance: Provenance }
  readonly frequencies: DocumentFrequencies
}

export type Provenance = {
  readonly script: string
  /** The day of training, ISO 8601. */
  readonly date: string
  readonly algorithm: string
  readonly thresholdRule: string
  readonly seed: number
  readonly ridge: number
  readonly editWeight: number
  readonly sources: readonly {
    readonly name: string
    readonly file: string
    readonly sha256: string
    readonly rows: number
    readonly supported: number
    readonly edits: number
    /** With weights trained without this source. */
    readonly auc: number | null
  }[]
  readonly notice: string
}

/** All that training on labelled sources gives, in the form in which the screen stores it. */
export function learnedFiles(sources: readonly LabelledSource[], date: string): LearnedFiles {
  const prepared = prepareSources(sources)
  const { frequencies, ...weights } = learnScreen(prepared)
  const unseen = leaveOneSourceOut(prepared)
  const threshold = learnScreenThreshold(unseen)
  return {
    weights: {
      threshold,
      ...weights,
      provenance: {
        script: 'apps/bench/scripts/train-lexical.ts',
        date,
        algorithm:
          'logistic regression, Newton; sources weigh the same, labels within a source too; edited statements as further unsupported rows',
        thresholdRule: 'best mean balanced accuracy over the sources, each screened by what was learned from the others; steps of .01',
        ...LEARNING,
        sources: prepared.map(({ name, file, sha256, rows, edits }, at) => ({
          name,
          file,
          sha256,
          rows: rows.length,
          supported: rows.filter(({ label }) => label === 1).length,
          edits: edits.length,
          auc: aucOf(unseen[at], threshold),
        })),
        notice:
          'Contains information from WiCE, made available under the ODC Attribution License. Learned also from BEGIN (CC BY 4.0), SummEdits (Apache-2.0) and ExpertQA (MIT). No text of theirs is held, only counts of word stems.',
      },
    },
    frequencies,
  }
}

function aucOf(source: Parameters<typeof summarizeSource>[0] | undefined, threshold: number): number | null {
  return source === undefined ? null : summarizeSource(source, threshold).auc
}
