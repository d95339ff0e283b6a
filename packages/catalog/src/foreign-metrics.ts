import type { MetricEntry } from '@assay/options'

/** What is here under another name than elsewhere, and what is not here at all. */
export type ForeignMetric = { readonly meant: string } | { readonly aside: string }

/** What to say of a name that other tools know a metric by, in their spelling or ours; `undefined` for one that is not known. */
export function foreignMetric(written: string, entries: readonly MetricEntry[]): ForeignMetric | undefined {
  const name = lettersOf(written)
  const meant = entries.find(({ type, aliases = [] }) => [type, ...aliases].some((known) => lettersOf(known) === name))
  if (meant !== undefined) return { meant: meant.type }
  if (JUDGED_PRECISION.has(name)) {
    return {
      aside:
        'Assay measures recall, and asks no judge about precision; by similarity and by ids it is non-llm-context-precision and id-based-context-precision.',
    }
  }
  return BESIDE_RECALL.has(name)
    ? { aside: 'That is outside Assay, which measures recall: what retrieval brings back of what an answer needs.' }
    : undefined
}

/** `LLMContextRecallMetric` as `llmcontextrecall`: tools differ in case, in what joins words, and in a word at the end. */
function lettersOf(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return letters.endsWith('metric') ? letters.slice(0, -'metric'.length) : letters
}

const JUDGED_PRECISION: ReadonlySet<string> = new Set([
  'contextprecision',
  'contextualprecision',
  'contextutilization',
  'llmcontextprecisionwithreference',
  'llmcontextprecisionwithoutreference',
])

const BESIDE_RECALL: ReadonlySet<string> = new Set([
  'faithfulness',
  'hallucination',
  'groundedness',
  'responsegroundedness',
  'contextrelevance',
  'contextualrelevancy',
  'contextrelevancy',
  'contextentityrecall',
  'contextentitiesrecall',
  'noisesensitivity',
  'answerrelevancy',
  'answerrelevance',
  'responserelevancy',
  'answercorrectness',
  'answersimilarity',
  'answeraccuracy',
  'factualcorrectness',
  'semanticsimilarity',
])
