import type { LLMCall } from '@assay/core'
import type { RecordedRequest } from '@assay/testkit'

/** The call behind a request to any of the fake servers: its messages, and the name of the output by its form. */
export function wireCall({ body }: Pick<RecordedRequest, 'body'>): LLMCall {
  const given = Object(body) as Record<string, unknown>
  const system = given['system']
  const listed = Array.isArray(given['messages']) ? (given['messages'] as Record<string, unknown>[]) : []
  const messages = [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...listed,
  ].map(({ role, content }) => ({ role: role as 'user', parts: [{ text: textOf(content) }] }))
  return { messages, output: { name: nameOf(messages.map(({ parts }) => parts[0]?.text ?? '')), schema: {} } }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : ''
}

/** Which shipped prompt it is, by its instruction. */
const NAMES: readonly (readonly [name: string, begins: string])[] = [
  ['claims', 'Split a reference answer into claims, so'],
  ['answer_claims', 'Split an answer into claims'],
  ['verdicts', 'Decide for each claim whether the numbered contexts'],
  ['usefulness', 'Decide for each passage'],
  ['sentences', 'Decide for each sentence'],
  ['claim_relevance', 'Decide for each claim of an answer'],
  ['questions', 'Write questions'],
  ['entities', 'List what a text names'],
  ['category', 'Compare what an answer states'],
  ['rubric', 'Decide whether an answer meets'],
]

function nameOf([system = '']: readonly string[]): string {
  return NAMES.find(([, begins]) => system.startsWith(begins))?.[0] ?? 'unknown'
}
