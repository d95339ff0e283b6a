import { defineSettings, type SettingValues } from '@assay/options'
import * as z from 'zod'
import { dataSettings } from '../cli/data-settings.ts'
import { sharedSettings } from '../cli/shared-settings.ts'

const texts = z.array(z.string().min(1))

/** The settings of `assay-bench providers`. */
export const providersSettings = defineSettings({
  judge: { group: 'Options', schema: texts, short: 'j', value: '<id>', help: 'two or more, as openai:gpt-5-mini or lexical; repeatable' },
  data: { group: 'Options', schema: texts, short: 'd', value: '<file>', help: 'samples with reference and retrieved contexts; repeatable' },
  ...dataSettings,
  limit: { group: 'Options', schema: z.int().min(1), value: '<n>', help: 'rows to take' },
  claims: {
    group: 'Options',
    schema: z.string().min(1),
    value: '<who>',
    help: '"sentences" of the reference, or the judge that splits references for all (default: sentences)',
  },
  strategy: {
    group: 'Options',
    schema: z.enum(['batched', 'per-claim']),
    value: '<how>',
    help: 'one call per claim, or one for all claims',
  },
  votes: { group: 'Options', schema: z.int().min(1).max(99), value: '<n>', help: 'verdicts of each model on each claim, an odd number' },
  requireQuote: { group: 'Options', schema: z.boolean(), help: 'a supported claim needs a quote from the contexts' },
  allowUnscored: {
    group: 'Options',
    schema: z.int().min(0),
    value: '<n>',
    help: 'how many rows a judge may leave unscored (default 0)',
  },
  show: { group: 'Options', schema: z.int().min(0), value: '<n>', help: 'rows and claims to show (default 10)' },
  output: {
    group: 'Options',
    schema: z.string().min(1),
    short: 'o',
    value: '<file>',
    help: 'write the comparison as JSON; - for the standard output',
  },
  ...sharedSettings,
})

/** The store holds them, too, so that a run can be resumed. */
export type ProvidersOptions = SettingValues<typeof providersSettings>
