import { InvalidArgumentError } from 'commander'

/** For commander: `reference=gold.answer`, several times. */
export function columnOption(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const equals = text.indexOf('=')
  if (equals <= 0 || equals === text.length - 1) throw new InvalidArgumentError('Expected field=column, as in reference=gold.answer.')
  return Object.fromEntries([...Object.entries(before), [text.slice(0, equals), text.slice(equals + 1)]])
}
