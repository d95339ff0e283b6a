import { isRecord } from '@assay/core'
import type { ServerError } from './server-error.ts'

type Sent = Readonly<Record<string, unknown>>

export type Named = {
  /** The name in `LLMCall` (`output`, `maxOutputTokens`, `temperature`, `seed`, `system`), else the name in the request. */
  readonly parameter: string
  /** Whether the parameter itself is refused, not only its value. */
  readonly isRefused: boolean
}

/** Matches messages about a refused parameter, not those about a value out of range. */
const REFUSED =
  /unsupported|deprecated|not (?:yet |be |currently |both be )*(?:support|allow|permit|available|recogni|implement|compatible|enabled|specified)|n[o']t support|incompatible|unknown|unrecogni|unexpected|unavailable|illegal|extra (?:inputs|fields)|only the default|may (?:only|not) be|cannot|\brange: |is allowed for|requires --|no endpoints (?:found|available)|invalid schema|maximum allowed|too large|leave it unset|非法|不支持/i
const REFUSED_CODE = /^(?:unsupported_\w+|unknown_parameter|extra_forbidden|wrong_api_format)$/
/** A limit that is too small is an error in its value, not a refused parameter. */
const TOO_SMALL = /at least|too (?:small|low|short)|minimum|greater than/i

const OUTPUT_FIELDS: ReadonlySet<string> = new Set(
  'response_format tools tool_choice text.format format response_schema response_json_schema response_mime_type output_format'.split(' '),
)
const SCHEMA_WORDS =
  /response[_ ]?format|text\.format|json[_ ](?:schema|mode|object)|structured[_ ]output|output[_ ]format|output_config\.format|guided|grammar|\bschema\b/i
/** Ollama's field is named `format`. */
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
/** Names that are also common words. They count as fields only in quotes. */
const COMMON_WORDS: ReadonlySet<string> = new Set(['text', 'store', 'stop', 'user', 'format', 'n'])
const ESSENTIAL: ReadonlySet<string> = new Set(['model', 'messages', 'input', 'system', 'stream', 'options'])
const NAMES_IN_CALL: Readonly<Record<string, string>> = { num_ctx: 'numCtx', random_seed: 'seed' }

/**
 * The parameter of the request that an error names, or `undefined`. Only parameters that were sent count, so that text echoed from a
 * prompt cannot name others. If an error names several, one that the user did not set comes first.
 */
export function namedParameter({ codes, field, words }: ServerError, sent: Sent, setByUser: readonly string[] = []): Named | undefined {
  const isRefused = REFUSED.test(words) || codes.some((code) => REFUSED_CODE.test(code))
  const parameters = new Map(fieldsOf(sent).map((name) => [name, parameterOf(name, sent)]))
  const sends = (parameter: string): boolean => Array.from(parameters.values()).includes(parameter)
  if (sendsSystem(sent) && (field === '' || field === 'messages') && SYSTEM_WORDS.test(words))
    return { parameter: 'system', isRefused: true }
  if (field !== '') {
    const base = field.split('.')[0] ?? ''
    // A path such as `text.verbosity` is named as a whole, if its first field was sent.
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

/** Messages about a refused schema vary, so `output` always counts as refused. A limit that is only too small does not. */
function named(parameter: string, words: string, isRefused: boolean): Named {
  if (parameter === 'output') return { parameter, isRefused: true }
  return { parameter, isRefused: isRefused && !(parameter === 'maxOutputTokens' && TOO_SMALL.test(words)) }
}

/** The optional fields of a request, with those inside Ollama's `options`. */
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

/** Whether a message mentions a field, also in camel case: some servers convert names. */
function mentions(words: string, name: string): boolean {
  if (COMMON_WORDS.has(name)) return [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => words.includes(quoted))
  if (name === 'think') return /\bthink(?:ing)?\b/.test(words)
  const camel = name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return mentionsWord(words, name) || mentionsWord(words, camel)
}

/** Whether a text contains a name as a whole word: `seeded` does not contain `seed`. */
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
