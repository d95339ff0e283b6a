import { readFileSync } from 'node:fs'
import { AssayError } from '@assay/core'
import type { RunSettings } from '../settings/run-settings.ts'
import type { Price } from './price.ts'
import published from './prices.json' with { type: 'json' }
import { readPrices } from './read-prices.ts'

/** The prices of adapters' tokens. */
export type PriceList = {
  /** The price of an adapter's model; `undefined` if there is none. */
  readonly find: (adapter: { readonly provider: string; readonly modelId: string }) => Price | undefined
}

/**
 * The prices that come with Assay, dated and with their source, preceded by the user's own, in the form that `readPrices` reads.
 * @throws AssayError `config` for invalid prices.
 */
export function createPriceList(own?: unknown, where = 'The option "prices"'): PriceList {
  const tables = [...(own === undefined ? [] : [readPrices(own, where)]), readPrices(published, 'The published prices')]
  const found = new Map<string, Price | undefined>()
  return {
    find({ provider, modelId }) {
      const key = JSON.stringify([provider, modelId])
      if (!found.has(key))
        found.set(
          key,
          tables.map((rows) => findIn(rows, provider, modelId)).find((price) => price !== undefined),
        )
      return found.get(key)
    },
  }
}

/**
 * Prices in any form: a list or the file that holds it, before those that come with Assay; or a whole price list.
 * @throws AssayError `config` for invalid prices.
 */
export function priceListOf(prices: RunSettings['prices']): PriceList {
  if (prices === undefined) return createPriceList()
  if (typeof prices === 'string') return createPriceList(pricesIn(prices), prices)
  return Array.isArray(prices) ? createPriceList(prices) : prices
}

function pricesIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `${file} could not be read as a list of prices in JSON: ${why}`, cause: error })
  }
}

/** Suffixes of a model's name that mean the same model: the date of a snapshot, or `latest`. */
const SNAPSHOT = /^[-@:](?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/

/** The row with the longest matching name; of equal ones the last, so that a table can be extended at its end. */
function findIn(rows: readonly Price[], provider: string, modelId: string): Price | undefined {
  let best: Price | undefined
  let bestRank = 0
  for (const price of rows) {
    const rank = price.provider === provider ? fit(price.model, modelId) : 0
    if (rank === 0 || rank < bestRank) continue
    best = price
    bestRank = rank
  }
  return best
}

/** How well a row's model matches an id: 0 for no match, more for a longer name, and for an exact name more than for `name*`. */
function fit(model: string, modelId: string): number {
  if (!model.endsWith('*')) {
    return modelId === model || (modelId.startsWith(model) && SNAPSHOT.test(modelId.slice(model.length))) ? 2 * model.length + 2 : 0
  }
  const start = model.slice(0, -1)
  if (!modelId.startsWith(start)) return 0
  const isWhole = start === '' || modelId.length === start.length || /[-:@]$/.test(start) || /^[-:@]/.test(modelId.slice(start.length))
  return isWhole ? 2 * start.length + 1 : 0
}
