import * as z from 'zod/mini'

/** US dollars, or `${NAME}` of an environment variable that holds them. What reads prices refuses a reference that is left. */
const amount = z.union([z.number().check(z.gte(0)), z.string().check(z.regex(/^\$\{\w+\}$/))])
const text = z.string().check(z.minLength(1))
const tokenPrices = {
  input: amount,
  cachedRead: z.optional(z.nullable(amount)),
  cacheWrite: z.optional(z.nullable(amount)),
  output: amount,
}

/** A row of a price table, as a person writes it: US dollars for a million tokens. */
export const priceSchema = z.strictObject({
  provider: text,
  model: text,
  ...tokenPrices,
  batch: z.optional(z.nullable(amount)),
  over: z.optional(z.strictObject({ promptTokens: z.int().check(z.gte(1)), ...tokenPrices })),
  source: z.optional(z.string()),
  date: z.optional(z.string()),
})
