import { defineSettings, type SettingValues } from '@assay/options'
import { runSettings } from '@assay/runner'
import * as z from 'zod'
import { sharedSettings } from './shared-settings.ts'

const texts = z.array(z.string().min(1))

/** The settings of `assay-bench run`. */
export const benchSettings = defineSettings({
  judge: { group: 'Options', schema: texts, short: 'j', value: '<id>', help: 'a judge to measure; repeatable' },
  fixtures: {
    group: 'Options',
    schema: texts,
    short: 'f',
    value: '<file>',
    help: 'labelled JSONL; repeatable (default: the 400 shipped pairs)',
  },
  strategy: {
    group: 'Options',
    schema: z.array(z.enum(['per-claim', 'batched'])).refine((names) => new Set(names).size === names.length, 'a list without repeats'),
    value: '<name>',
    help: 'per-claim (default), batched; repeatable',
  },
  repeat: { ...runSettings.repeat, group: 'Options', help: 'ask each question n times, and count flips' },
  order: { group: 'Options', schema: z.boolean(), help: 'also with contexts reversed and with distractors' },
  injection: { group: 'Options', schema: z.boolean(), help: 'also the 30 cases of prompt injection' },
  thresholdFrom: { group: 'Options', schema: z.string().min(1), value: '<split>', help: 'learn thresholds on the items of a split' },
  limit: { group: 'Options', schema: z.int().min(1), value: '<n>', help: 'only the first n items' },
  output: { group: 'Options', schema: texts, short: 'o', value: '<file>', help: '.json .md .html .txt, or - for JSON; repeatable' },
  quiet: { group: 'Options', schema: z.boolean(), help: 'no table on the terminal' },
  ...sharedSettings,
})

/** The store holds them, too, so that a run can be resumed. */
export type RunOptions = SettingValues<typeof benchSettings>
