import { isRecord, mentionsWord } from '@assay/provider-kit'
import type { ServerError } from './server-error.ts'

/** Words of a refusal, as against a value out of range. */
const REFUSED =
  /unsupported|not (?:yet |be |currently )?(?:support|allow|permit|available|recogni|implement)|n[o']t support|unknown|unrecogni|unexpected|unavailable|extra (?:inputs|fields)|only the default|extra_forbidden|requires --|no endpoints found/i
const REFUSED_CODE = /^(?:unsupported_\w+|unknown_parameter|extra_forbidden)$/
const OUTPUT_FIELDS = ['response_format', 'tools', 'tool_choice', 'text.format']
const OUTPUT_WORDS =
  /response[_ ]format|text\.format|json[_ ]schema|structured output|guided|grammar|tool_choice|tool choice|tool use|tools|function call/i

const LIMITS: ReadonlySet<string> = new Set(['max_tokens', 'max_completion_tokens', 'max_output_tokens'])
const COMMON_WORDS: ReadonlySet<string> = new Set(['text', 'store'])

/**
 * Which field of the request a server refuses, as `LLMCall` names it (`output`, `maxOutputTokens`, `temperature`, `seed`) or, if it
 * is no field of a call, as the request does. Only a field that was sent counts, so text echoed from a prompt names none other.
 */
export function refusedParameter(error: ServerError, sent: Readonly<Record<string, unknown>>): string | undefined {
  const sendsOutput = OUTPUT_FIELDS.some((field) => field in sent) || holdsFormat(sent['text'])
  const named = error.field
  if (OUTPUT_FIELDS.includes(named)) return sendsOutput ? 'output' : undefined
  const refused = REFUSED_CODE.test(error.code) || REFUSED.test(error.message)
  if (!refused) return undefined
  if (named !== '') return (named.split('.')[0] ?? '') in sent && !isEssential(named) ? nameInCall(named) : undefined
  // `text` is a word of any sentence, and so are `input` and `store`.
  const mentioned = Object.keys(sent).find((field) => !isEssential(field) && !COMMON_WORDS.has(field) && mentions(error.message, field))
  if (mentioned !== undefined) return nameInCall(mentioned)
  return sendsOutput && OUTPUT_WORDS.test(error.message) ? 'output' : undefined
}

/** As the request writes it, or in camel case, as some services name it: `reasoningEffort`. */
function mentions(message: string, field: string): boolean {
  return mentionsWord(message, field) || mentionsWord(message, camelCase(field))
}

function camelCase(field: string): string {
  return field.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}

function nameInCall(field: string): string {
  if (OUTPUT_FIELDS.includes(field)) return 'output'
  if (field === 'random_seed') return 'seed'
  return LIMITS.has(field) ? 'maxOutputTokens' : field
}

function isEssential(field: string): boolean {
  return field === 'model' || field === 'messages' || field === 'input'
}

function holdsFormat(text: unknown): boolean {
  return isRecord(text) && 'format' in text
}
