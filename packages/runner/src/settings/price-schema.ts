import * as z from 'zod/mini'

/** US dollars, or `${NAME}` of an environment variable that holds them. The reader of prices refuses a reference that is not resolved. */
const amount = z.union([z.number().check(z.gte(0)), z.string().check(z.regex(/^\$\{\w+\}$/))])
const text = z.string().check(z.minLength(1))
const tokenPrices = {
  input: amount,
  cachedRead: z.optional(z.nullable(amount)),
  cacheWrite: z.optional(z.nullable(amount)),
  output: amount,
}

/** A row of a price table, as people write it: US dollars per million tokens. */
export const priceSchema = z.strictObject({
  provider: text,
  model: text,
  ...tokenPrices,
  batch: z.optional(z.nullable(amount)),
  tiers: z.optional(z.record(text, amount)),
  over: z.optional(z.strictObject({ promptTokens: z.int().check(z.gte(1)), ...tokenPrices })),
  source: z.optional(z.string()),
  date: z.optional(z.string()),
})
