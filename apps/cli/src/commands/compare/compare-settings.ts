import { defineSettings } from '@assay/options'
import * as z from 'zod'

const texts = z.array(z.string().min(1))

/** The settings of `assay compare`. */
export const compareSettings = defineSettings({
  metrics: { group: 'Options', schema: texts, short: 'm', value: '<name>', help: 'only this metric; repeatable', formerNames: ['metric'] },
  output: { group: 'Options', schema: texts, short: 'o', value: '<file>', help: '.html, .md, .json or .csv, or - for JSON; repeatable' },
  label: { group: 'Options', schema: texts, value: '<name>', help: 'what a report is called, in their order; repeatable' },
  baseline: { group: 'Options', schema: z.string().min(1), value: '<label>', help: 'compare all reports with this one' },
  failIf: { group: 'Options', schema: texts, value: '<gate>', help: 'worse, worse=0.02 or drop=0.02; repeatable' },
  allowScreen: { group: 'Options', schema: z.boolean(), help: 'gates may rest on the lexical screen' },
  csvSafe: { group: 'Options', schema: z.boolean(), help: 'make CSV cells harmless to spreadsheets' },
})
