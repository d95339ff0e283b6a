import { type AssayError, configError } from '@assay/core'
import type { Price, TokenPrices } from './price.ts'

const FIELDS = ['provider', 'model', 'input', 'cachedRead', 'cacheWrite', 'output', 'batch', 'tiers', 'over', 'source', 'date']
const OVER_FIELDS = ['promptTokens', 'input', 'cachedRead', 'cacheWrite', 'output']
const EXAMPLE = '{ "provider": "openai", "model": "my-model", "input": 0.25, "output": 2 }'

/**
 * Prices in a form that people write: a list of rows, or an object with that list under `prices`. A missing cache price is the price of
 * other input; `null` means that it is unknown.
 * @param where Where the prices came from, for messages: a file's name, or the option's.
 * @throws AssayError `config` naming row and field.
 */
export function readPrices(given: unknown, where: string): readonly Price[] {
  const rows = isFields(given) && !Array.isArray(given) ? given['prices'] : given
  if (!Array.isArray(rows)) throw fault(where, `holds ${kindOf(given)} instead of a list of prices, as in [${EXAMPLE}]`)
  return rows.map((row: unknown, index) => readPrice(row, `${where}: price ${index + 1}`))
}

function readPrice(row: unknown, where: string): Price {
  if (!isFields(row)) throw fault(where, `is ${kindOf(row)} instead of an object, as in ${EXAMPLE}`)
  checkNames(row, FIELDS, where)
  const over = row['over']
  return {
    provider: textOf(row, 'provider', where),
    model: modelOf(row, where),
    ...tokenPrices(row, where),
    batch: row['batch'] === undefined ? null : amountOrNull(row['batch'], 'batch', where),
    ...(row['tiers'] === undefined ? {} : { tiers: tiersOf(row['tiers'], `${where}, tiers`) }),
    ...(over === undefined ? {} : { over: overOf(over, `${where}, over`) }),
    ...(row['source'] === undefined ? {} : { source: textOf(row, 'source', where) }),
    ...(row['date'] === undefined ? {} : { date: textOf(row, 'date', where) }),
  }
}

function tiersOf(tiers: unknown, where: string): NonNullable<Price['tiers']> {
  if (!isFields(tiers) || Array.isArray(tiers)) throw fault(where, `is ${kindOf(tiers)} instead of an object, as in { "priority": 2 }`)
  return Object.fromEntries(Object.entries(tiers).map(([name, share]) => [name, amountOf(share, name, where)]))
}

function overOf(over: unknown, where: string): NonNullable<Price['over']> {
  if (!isFields(over)) throw fault(where, `is ${kindOf(over)} instead of an object`)
  checkNames(over, OVER_FIELDS, where)
  return { promptTokens: amountOf(over['promptTokens'], 'promptTokens', where), ...tokenPrices(over, where) }
}

function tokenPrices(row: Fields, where: string): TokenPrices {
  const input = amountOf(row['input'], 'input', where)
  const cached = (name: 'cachedRead' | 'cacheWrite'): number | null =>
    row[name] === undefined ? input : amountOrNull(row[name], name, where)
  return {
    input,
    cachedRead: cached('cachedRead'),
    cacheWrite: cached('cacheWrite'),
    output: amountOf(row['output'], 'output', where),
  }
}

function modelOf(row: Fields, where: string): string {
  const model = textOf(row, 'model', where)
  if (model.slice(0, -1).includes('*')) throw fault(where, `has the model ${JSON.stringify(model)}; a * may stand at the end only`)
  return model
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function checkNames(row: Fields, known: readonly string[], where: string): void {
  const unknown = Object.keys(row).find((name) => !known.includes(name))
  if (unknown !== undefined) throw fault(where, `has ${JSON.stringify(unknown)}, which is no field of it; there are ${known.join(', ')}`)
}

function textOf(row: Fields, name: string, where: string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined
  if (typeof value === 'string' && value !== '') return value
  throw fault(where, `has ${kindOf(value)} for ${name} instead of a text`)
}

function amountOf(value: unknown, name: string, where: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  throw fault(where, `has ${kindOf(value)} for ${name} instead of a number of 0 or more (US dollars for a million tokens)`)
}

function amountOrNull(value: unknown, name: string, where: string): number | null {
  return value === null ? null : amountOf(value, name, where)
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value === 'number') return String(value)
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function fault(where: string, what: string): AssayError {
  return configError(`${where} ${what}.`)
}
