import { isRecord } from '@assay/core'
import type { ServerError } from './server-error.ts'

type Sent = Readonly<Record<string, unknown>>

export type Named = {
  /** As `LLMCall` names it (`output`, `maxOutputTokens`, `temperature`, `seed`, `system`) or, if it is no field of a call, as the request does. */
  readonly parameter: string
  /** Whether it is refused as such, and not only a value of it. */
  readonly isRefused: boolean
}

/** Words of a refusal, as against a value out of range. */
const REFUSED =
  /unsupported|deprecated|not (?:yet |be |currently |both be )*(?:support|allow|permit|available|recogni|implement|compatible|enabled|specified)|n[o']t support|incompatible|unknown|unrecogni|unexpected|unavailable|illegal|extra (?:inputs|fields)|only the default|may (?:only|not) be|cannot|\brange: |is allowed for|requires --|no endpoints (?:found|available)|invalid schema|maximum allowed|too large|leave it unset|非法|不支持/i
const REFUSED_CODE = /^(?:unsupported_\w+|unknown_parameter|extra_forbidden|wrong_api_format)$/
/** A value that is too small is the fault of who chose it. */
const TOO_SMALL = /at least|too (?:small|low|short)|minimum|greater than/i

const OUTPUT_FIELDS: ReadonlySet<string> = new Set(
  'response_format tools tool_choice text.format format response_schema response_json_schema response_mime_type output_format'.split(' '),
)
const SCHEMA_WORDS =
  /response[_ ]?format|text\.format|json[_ ](?:schema|mode|object)|structured[_ ]output|output[_ ]format|output_config\.format|guided|grammar|\bschema\b/i
/** Ollama's field has the plainest of names. */
const FORMAT_WORDS = /\bformat\b|grammar|\bschema\b|structured output/i
const TOOL_WORDS = /tool_choice|tool choice|tool use|\btools?\b|function[_ ]call|input_schema|\bschema\b/i
const LIMIT_FIELDS: ReadonlySet<string> = new Set([
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'max_new_tokens',
  'num_predict',
])
const LIMIT_WORDS =
  /max_(?:new_|completion_|output_)?tokens|max(?:Completion|Output|New)?Tokens|maximum (?:output |number of )?tokens|num_predict/
const SYSTEM_WORDS = /system (?:role|message|prompt)|role:? ['"`]?system|['"`]system['"`]|roles must alternate/i
/** They are words of any sentence: only in quotes do they name a field. */
const COMMON_WORDS: ReadonlySet<string> = new Set(['text', 'store', 'stop', 'user', 'format', 'n'])
const ESSENTIAL: ReadonlySet<string> = new Set(['model', 'messages', 'input', 'system', 'stream', 'options'])
const NAMES_IN_CALL: Readonly<Record<string, string>> = { num_ctx: 'numCtx', random_seed: 'seed' }

/**
 * Which part of the request a server complains of; `undefined` where it names none. Only what was sent counts, so text echoed from a
 * prompt names none other. Of several that are named, one that the user did not set.
 */
export function namedParameter({ codes, field, words }: ServerError, sent: Sent, setByUser: readonly string[] = []): Named | undefined {
  const isRefused = REFUSED.test(words) || codes.some((code) => REFUSED_CODE.test(code))
  const parameters = new Map(fieldsOf(sent).map((name) => [name, parameterOf(name, sent)]))
  const sends = (parameter: string): boolean => Array.from(parameters.values()).includes(parameter)
  if (sendsSystem(sent) && (field === '' || field === 'messages') && SYSTEM_WORDS.test(words))
    return { parameter: 'system', isRefused: true }
  if (field !== '') {
    const base = field.split('.')[0] ?? ''
    // Only within a field does `text.verbosity` stand.
    if (base !== field && !OUTPUT_FIELDS.has(field)) return base in sent ? named(field, words, isRefused) : undefined
    const known = parameters.get(Array.from(parameters.keys()).find((name) => plain(name) === plain(field)) ?? '')
    const parameter = known ?? ['output', 'maxOutputTokens'].find((kind) => sends(kind) && parameterOf(field, sent) === kind)
    return parameter === undefined ? undefined : named(parameter, words, isRefused)
  }
  if ('effort' in configOf(sent) && isRefused && mentionsWord(words, 'effort')) return { parameter: 'output_config.effort', isRefused }
  const mentioned = Array.from(parameters).flatMap(([name, parameter]) => (mentions(words, name) ? [parameter] : []))
  if (sends('output') && outputWords(sent).test(words)) mentioned.push('output')
  if (sends('maxOutputTokens') && LIMIT_WORDS.test(words)) mentioned.push('maxOutputTokens')
  const parameter = mentioned.find((name) => !setByUser.includes(name)) ?? mentioned[0]
  return parameter === undefined ? undefined : named(parameter, words, isRefused)
}

function outputWords(sent: Sent): RegExp {
  if ('tools' in sent) return TOOL_WORDS
  return 'format' in sent ? FORMAT_WORDS : SCHEMA_WORDS
}

/** A refused schema is told in many words, and a limit is refused also where it is only too small: that is the fault of who chose it. */
function named(parameter: string, words: string, isRefused: boolean): Named {
  if (parameter === 'output') return { parameter, isRefused: true }
  return { parameter, isRefused: isRefused && !(parameter === 'maxOutputTokens' && TOO_SMALL.test(words)) }
}

/** Fields that can be left out; those of Ollama's `options` stand beside the others. */
function fieldsOf(sent: Sent): string[] {
  const { options } = sent
  return [...Object.keys(sent), ...(isRecord(options) ? Object.keys(options) : [])].filter((name) => !ESSENTIAL.has(name))
}

function parameterOf(field: string, sent: Sent): string {
  if (field === 'output_config' ? 'format' in configOf(sent) : field === 'text' ? holdsFormat(sent['text']) : OUTPUT_FIELDS.has(field))
    return 'output'
  return LIMIT_FIELDS.has(field) ? 'maxOutputTokens' : (NAMES_IN_CALL[field] ?? field)
}

function configOf(sent: Sent): object {
  return isRecord(sent['output_config']) ? sent['output_config'] : {}
}

function holdsFormat(text: unknown): boolean {
  return isRecord(text) && 'format' in text
}

function sendsSystem({ system, messages, input }: Sent): boolean {
  return (
    system !== undefined ||
    [messages, input].some((list) => Array.isArray(list) && list.some((item) => isRecord(item) && item['role'] === 'system'))
  )
}

/** As the request has the name, or in camel case: some servers turn it around. */
function mentions(words: string, name: string): boolean {
  if (COMMON_WORDS.has(name)) return [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => words.includes(quoted))
  if (name === 'think') return /\bthink(?:ing)?\b/.test(words)
  const camel = name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return mentionsWord(words, name) || mentionsWord(words, camel)
}

/** Whether a text holds a name as a whole word: `seed` does not stand in `seeded`. */
export function mentionsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + word.length)) return true
  }
  return false
}

function isWordAt(text: string, at: number): boolean {
  return /\w/.test(text[at] ?? '')
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
