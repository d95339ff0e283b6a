import { configError } from '@assay/core'

/** `--columns reference=gold.answer`, repeatable. @throws AssayError `config` for an invalid one, or a field that is given twice. */
export function columnsOf(given: readonly string[]): Record<string, string> {
  const byField = new Map<string, string>()
  for (const text of given) {
    const field = camelCase(columnOf(text)[0])
    const before = byField.get(field)
    if (before !== undefined)
      throw configError(`--columns ${before} and --columns ${text} both set the column of one field. Keep one of the two.`)
    byField.set(field, text)
  }
  return Object.fromEntries(given.map(columnOf))
}

/** `user_input` as `userInput`. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

function columnOf(text: string): [field: string, column: string] {
  const equals = text.indexOf('=')
  if (equals > 0 && equals < text.length - 1) return [text.slice(0, equals), text.slice(equals + 1)]
  throw configError(`--columns ${text}: expected field=column, as in reference=gold.answer`)
}
