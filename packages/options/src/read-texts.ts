import type { OptionSpec } from './option.ts'
import { optionKind } from './option-kind.ts'

/**
 * The value of texts from a command line. A text that is no number stays a text if a number is expected, so that the check of the schema
 * names it.
 * @throws AssayError `config` from `readTexts` of the option.
 */
export function readTexts({ schema, readTexts: own }: OptionSpec, given: string | boolean | readonly string[]): unknown {
  if (typeof given === 'boolean') return given
  const texts = typeof given === 'string' ? [given] : given
  if (own !== undefined) return own(texts)
  const kind = optionKind(schema)
  if (kind === 'list') return texts
  const text = texts.at(-1) ?? ''
  return kind === 'number' ? numberOr(text) : text
}

/** Numbers as people write them: no hexadecimal, no empty text as 0. */
function numberOr(text: string): number | string {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}
