import { isRecord, mentionsWord } from '@assay/provider-kit'

/** Words of a refusal, as against a value out of range. */
const REFUSED =
  /unsupported|deprecated|not (?:yet |be |currently )?(?:support|allow|permit|available|recogni|compatible|enabled)|n[o']t support|unknown|unrecogni|unexpected|extra (?:inputs|fields)|may only be|cannot|maximum allowed/i
/** A schema is refused in many words; what it stands in is named in all of them. */
const FORMAT_WORDS = /output_config\.format|output[_ ]format|structured output|json[_ ]schema|\bschema\b|grammar/i
const TOOL_WORDS = /tool_choice|tool choice|tool use|\btools\b|input_schema|\bschema\b/i
const ESSENTIAL: ReadonlySet<string> = new Set(['model', 'messages', 'system'])

/**
 * Which field of the request a server refuses, as `LLMCall` names it (`output`, `maxOutputTokens`, `temperature`) or, if it is no
 * field of a call, as the request does. Only a field that was sent counts, so text echoed from a prompt names none other.
 */
export function refusedParameter(message: string, sent: Readonly<Record<string, unknown>>): string | undefined {
  const config = isRecord(sent['output_config']) ? sent['output_config'] : {}
  if ('effort' in config && REFUSED.test(message) && mentionsWord(message, 'effort')) return 'output_config.effort'
  if ('format' in config && FORMAT_WORDS.test(message)) return 'output'
  if ('tools' in sent && TOOL_WORDS.test(message)) return 'output'
  if (!REFUSED.test(message)) return undefined
  const mentioned = Object.keys(sent).find((field) => !ESSENTIAL.has(field) && mentionsWord(message, field))
  if (mentioned === 'output_config' && 'format' in config) return 'output'
  return mentioned === 'max_tokens' ? 'maxOutputTokens' : mentioned
}
