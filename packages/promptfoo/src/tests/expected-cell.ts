import type { AssertionFields } from '../reading/config-shapes.ts'

const SHAPE = /^((?:not-)?[a-z][a-z-]{0,60})(?:\((\d{1,9}(?:\.\d{1,20})?)\))?(?::([\s\S]*))?$/
/** Default thresholds in a table, which differ from those in a list of assertions. */
const DEFAULTS: Readonly<Record<string, number>> = {
  'answer-relevance': 0.75,
  'context-faithfulness': 0.75,
  'context-recall': 0.75,
  'context-relevance': 0.75,
  levenshtein: 0.75,
  similar: 0.8,
}
/** Assertion types of promptfoo. A cell with another word before its colon is a text for `equals`. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(DEFAULTS),
  'equals',
  'contains',
  'icontains',
  'contains-all',
  'contains-any',
  'icontains-all',
  'icontains-any',
  'starts-with',
  'regex',
  'is-json',
  'contains-json',
  'javascript',
  'fn',
  'eval',
  'python',
  'ruby',
  'llm-rubric',
  'grade',
  'factuality',
  'model-graded-closedqa',
  'model-graded-factuality',
  'g-eval',
  'classifier',
  'moderation',
  'cost',
  'latency',
  'perplexity',
  'perplexity-score',
  'rouge-n',
  'bleu',
  'meteor',
  'webhook',
  'is-sql',
  'contains-sql',
  'is-xml',
  'contains-xml',
  'is-refusal',
  'select-best',
])

/** A cell of an `__expected` column: `context-recall(0.8): text`, `levenshtein(3):text`, or a text for `equals`. */
export function assertionOfCell(cell: string): AssertionFields {
  const [, type, threshold, value] = SHAPE.exec(cell.trim()) ?? []
  const plain = type?.replace(/^not-/, '') ?? ''
  if (type === undefined || !KNOWN.has(plain)) return { type: 'equals', value: cell }
  const given = threshold === undefined ? undefined : Number(threshold)
  // In promptfoo, 0 means no threshold.
  return {
    type: plain === 'grade' ? type.replace('grade', 'llm-rubric') : type,
    value: value?.trim(),
    threshold: given || (Object.hasOwn(DEFAULTS, plain) ? DEFAULTS[plain] : undefined),
  }
}
