import type { MetricEntry } from '@assay/options'

/** Metrics of other tools that have another name here, or do not exist here. */
export type ForeignMetric = { readonly meant: string } | { readonly aside: string }

/** The message for a name of another tool, in its spelling or ours; `undefined` for an unknown one. */
export function foreignMetric(written: string, entries: readonly MetricEntry[]): ForeignMetric | undefined {
  const name = lettersOf(written)
  const meant = entries.find(({ type, aliases = [] }) => [type, ...aliases].some((known) => lettersOf(known) === name))
  if (meant !== undefined) return { meant: meant.type }
  const aside = ASIDES[name]
  return aside === undefined ? undefined : { aside }
}

/** `LLMContextRecallMetric` as `llmcontextrecall`: tools differ in case, separators and suffix. */
function lettersOf(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return letters.endsWith('metric') ? letters.slice(0, -'metric'.length) : letters
}

const NOT_HERE = 'Assay has no such metric'
const SIMILARITY = `${NOT_HERE}: it would say how alike two texts are, not what they state. factual-correctness compares what response and reference state.`

/** Messages for names with several meanings, for a metric with options, or for none here. */
const ASIDES: Readonly<Record<string, string | undefined>> = {
  contextutilization:
    'That name means two things: of ragas, how high useful contexts are ranked, which is context-precision with against: response; of RAGChecker, how much of what was retrieved the answer uses, which is claim-utilization.',
  llmcontextprecisionwithoutreference: 'That is context-precision with against: response (--against response).',
  answercorrectness: `${NOT_HERE}: it mixes facts with likeness. factual-correctness is its factual part.`,
  answeraccuracy: `${NOT_HERE}: it is a rating without evidence. factual-correctness says which claims are right.`,
  responsegroundedness: `${NOT_HERE}: it is a rating without evidence. faithfulness says which claims the contexts support.`,
  answersimilarity: SIMILARITY,
  semanticsimilarity: SIMILARITY,
}
