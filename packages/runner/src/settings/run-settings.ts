import { defineSettings, unusedWithoutModels, type SettingValues } from '@assay/options'
import * as z from 'zod/mini'
import type { PriceList } from '../money/price-list.ts'
import { ageMs } from './age.ts'
import { priceSchema } from './price-schema.ts'

const whole = (from: number, to = Number.MAX_SAFE_INTEGER) => z.int().check(z.gte(from), z.lte(to))
const seconds = z.number().check(z.gte(0.001), z.lte(86_400))
const column = z.string().check(z.minLength(1))
const calls = { group: 'Calls', unused: unusedWithoutModels } as const
const cost = { group: 'Cost', unused: unusedWithoutModels } as const

/**
 * The settings of a run for calls, cost, repeats and groups, declared only here: `evaluate()`, the commands, configuration files, their
 * help, their checks and the documentation read this table.
 */
export const runSettings = defineSettings({
  concurrency: {
    ...calls,
    unused: () => undefined,
    schema: whole(1, 10_000),
    short: 'n',
    value: '<n>',
    help: 'scores and calls in flight at most',
    default: 8,
    isCommon: true,
  },
  rpm: { ...calls, schema: z.number().check(z.gte(1)), value: '<n>', help: 'requests per minute at most, for each model', isCommon: true },
  tpm: { ...calls, schema: z.number().check(z.gte(1)), value: '<n>', help: 'tokens per minute at most, for each model' },
  serviceTier: {
    ...calls,
    schema: z.string().check(z.regex(/^\w+(?:,\w+)*$/, 'a tier, or several in the order of preference, as flex or flex,default')),
    value: '<tier>',
    help: "the provider's tier, as flex; flex,default: the next if it has no room",
  },
  maxRetries: { ...calls, schema: whole(0, 100), value: '<n>', help: 'tries after a failed request', default: 4 },
  timeout: { ...calls, schema: seconds, value: '<seconds>', help: 'for one request', default: 600, isCommon: true },
  totalTimeout: { ...calls, schema: seconds, value: '<seconds>', help: 'for one call, repeated requests and waits included' },
  stopAfter: { ...calls, schema: whole(1), value: '<n>', help: 'rows that may fail alike in a row', default: 3 },
  cache: {
    ...calls,
    unused: () => undefined,
    schema: z.boolean(),
    help: 'neither use nor leave replies of other runs',
    default: true,
    isCommon: true,
  },
  cacheTtl: {
    ...calls,
    schema: z.string().check(z.refine((text) => ageMs(text) !== undefined, 'a number with one of s, m, h, d, w, as in 30d or 12h')),
    value: '<age>',
    help: 'use no reply of another run that is older, as 30d or 12h',
    unused: (run) =>
      run.settings['cache'] === false
        ? 'says which replies of other runs are used, and --no-cache uses none. Leave one of the two out.'
        : unusedWithoutModels(run),
  },
  repeat: { ...calls, schema: whole(1, 1_000), value: '<n>', help: 'score each row n times, and show the spread', isCommon: true },
  allowPartial: {
    ...calls,
    schema: z.boolean(),
    help: 'rows stand on their scored repeats',
    unused: ({ settings }) =>
      settings['repeat'] === undefined ? 'is for rows that are scored several times. Add --repeat N, or leave it out.' : undefined,
  },
  budgetUsd: {
    ...cost,
    schema: z.number().check(z.gte(0)),
    value: '<n>',
    help: 'stop before more US dollars are spent',
    holds: 'cost',
    formerNames: ['maxCost'],
    isCommon: true,
  },
  budgetTokens: { ...cost, schema: whole(0), value: '<n>', help: 'stop before more tokens are used' },
  prices: {
    ...cost,
    schema: z.union([
      z.string().check(z.minLength(1)),
      z.array(priceSchema),
      z.custom<PriceList>((value) => typeof value === 'object' && value !== null && !Array.isArray(value) && 'find' in value),
    ]),
    value: '<file>',
    help: 'your own prices, as JSON',
    holds: 'path',
  },
  groupBy: {
    group: 'Report',
    schema: z.union([column, z.readonly(z.array(column))]),
    value: '<column>',
    help: 'means by a column, or by file; repeatable',
    isCommon: true,
  },
})

/** The settings of a run as values. Times are in seconds, money in US dollars. */
export type RunSettings = {
  readonly [Name in keyof SettingValues<typeof runSettings>]?: SettingValues<typeof runSettings>[Name] | undefined
}
