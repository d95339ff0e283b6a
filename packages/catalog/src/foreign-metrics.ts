/** What is here under another name than elsewhere, and what is not here at all. */
export type ForeignMetric = { readonly meant: string } | { readonly aside: string }

/** The name that other tools know a metric by, in their spelling or ours; `undefined` for one that is not known. */
export function foreignMetric(written: string): ForeignMetric | undefined {
  const letters = written.toLowerCase().replaceAll(/[^a-z]/g, '')
  const name = letters.endsWith('metric') ? letters.slice(0, -'metric'.length) : letters
  const meant = OURS.get(name)
  if (meant !== undefined) return { meant }
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

const OURS: ReadonlyMap<string, string> = new Map([
  ['contextrecall', 'context-recall'],
  ['llmcontextrecall', 'context-recall'],
  ['contextualrecall', 'context-recall'],
  ['nonllmcontextrecall', 'non-llm-context-recall'],
  ['idbasedcontextrecall', 'id-based-context-recall'],
  ['nonllmcontextprecision', 'non-llm-context-precision'],
  ['nonllmcontextprecisionwithreference', 'non-llm-context-precision'],
  ['idbasedcontextprecision', 'id-based-context-precision'],
])

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
