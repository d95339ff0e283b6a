import { columnsOf } from '@assay/command-kit'
import type { Entry, JudgeConfig } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import type { ColumnSource } from '@assay/datasets'
import { defineSettings, type Judge, modelOptions, type SettingsRun, type SettingValues } from '@assay/options'
import { runSettings } from '@assay/runner'
import * as z from 'zod'

const text = z.string().min(1)
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const withoutJudge =
  (flag: string) =>
  ({ needsJudge, isPromptfoo }: SettingsRun): string | undefined =>
    needsJudge || isPromptfoo
      ? undefined
      : `is for metrics with a judge, and none of them was requested. Add one, as -m context-recall, or leave ${flag} out.`
function unusedWithoutCsv({ settings }: SettingsRun): string | undefined {
  const hasCsv = [settings['output']].flat().some((file) => /\.csv$/i.test(String(file)))
  return hasCsv ? undefined : 'is for outputs that end in .csv, and none does. Add -o NAME.csv, or leave it out.'
}
function unusedWithoutJson({ settings }: SettingsRun): string | undefined {
  if (settings['sideBySide'] === true) return undefined
  const hasJson = [settings['output']].flat().some((file) => /(?:\.jsonl?|^-)$/i.test(String(file)))
  return hasJson ? undefined : 'is for outputs that end in .json or .jsonl, and none does. Add -o NAME.json, or leave it out.'
}
/** One text or several. */
const texts = z.union([text, z.array(text)])

const { groupBy, prices, ...calls } = runSettings

/**
 * The settings of `assay eval`, beside the options of the metrics. The flags and their help, configuration files and their schema, `assay
 * config print` and the table in docs/configuration.md are derived from this table.
 */
export const evalSettings = defineSettings({
  data: { group: 'Data', schema: texts, help: 'data files, or patterns of them', flag: false, holds: 'path' },
  metrics: {
    group: 'Metrics',
    schema: z.array(z.union([text, z.custom<MetricConfig | AnyMetric>(isObject, 'a metric with its type')])),
    short: 'm',
    value: '<name>',
    help: 'a metric, or a set: rag, ragchecker; repeatable',
    formerNames: ['metric'],
    isCommon: true,
  },
  judge: {
    group: 'Metrics',
    schema: z.union([text, z.custom<JudgeConfig | Judge>(isObject, 'a judge with its id')]),
    short: 'j',
    value: '<id>',
    help: 'the judge of claims, as openai:gpt-5-mini',
    holds: 'id',
    formerNames: ['grader'],
    unused: withoutJudge('--judge'),
    isCommon: true,
  },
  maxOutputTokens: {
    ...modelOptions.maxOutputTokens,
    flag: undefined,
    group: 'Metrics',
    value: '<n>',
    help: 'for each reply of a model',
    unused: withoutJudge('--max-output-tokens'),
  },
  output: {
    group: 'Report',
    schema: texts,
    short: 'o',
    value: '<file>',
    help: '.json .jsonl .csv .xml .md .html .txt, or -; repeatable',
    holds: 'path',
    isCommon: true,
  },
  config: {
    group: 'Run',
    schema: text,
    short: 'c',
    value: '<file>',
    help: 'a configuration, ours or of promptfoo',
    inFiles: false,
    isCommon: true,
  },
  trustConfig: { group: 'Run', schema: z.boolean(), help: 'let it name code, keys and paths elsewhere', inFiles: false, isCommon: true },
  register: {
    group: 'Run',
    schema: z.union([text, z.array(z.union([text, z.custom<Entry>(isObject)]))]),
    value: '<file>',
    help: 'a file that exports your metrics, providers or similarities; repeatable',
  },
  columns: {
    group: 'Data',
    schema: z.record(z.string(), z.union([text, z.custom<ColumnSource>((value) => typeof value === 'function')])),
    value: '<field=column>',
    help: 'where a field stands, as a.b; repeatable',
    formerNames: ['column'],
    isRepeatable: true,
    // Not the function itself: the declared type would name a package that is not published.
    readTexts: (given: readonly string[]): Record<string, string> => columnsOf(given),
    isCommon: true,
  },
  format: {
    group: 'Data',
    schema: z.enum(['jsonl', 'json', 'csv', 'tsv', 'yaml', 'parquet']),
    value: '<name>',
    help: 'of all data files, whatever their names end in',
  },
  delimiter: {
    group: 'Data',
    schema: text,
    value: '<char>',
    help: 'what separates the cells of CSV, where the first line does not show it',
  },
  limit: { group: 'Data', schema: z.int().min(1), value: '<n>', help: 'only the first n rows', isCommon: true },
  qrels: { group: 'Data', schema: text, value: '<file>', help: 'judge a TREC run, averaged as trec_eval does', holds: 'path' },
  complete: {
    group: 'Data',
    schema: z.boolean(),
    help: 'with --qrels: queries not in the run count as 0',
    unused: ({ settings }) =>
      settings['qrels'] === undefined ? 'is for a TREC run with its judgements. Add --qrels FILE, or leave it out.' : undefined,
  },
  failUnder: {
    group: 'Gates',
    schema: texts,
    value: '<gate>',
    help: 'recall@5=0.8, x.lo=0.75, x@0.5=90%; repeatable',
    formerNames: ['gates'],
    isCommon: true,
  },
  failOver: {
    group: 'Gates',
    schema: texts,
    value: '<gate>',
    help: 'for what is better when lower: hallucination=0.1, x.hi=0.15; repeatable',
  },
  allowUnscored: {
    group: 'Gates',
    schema: z.union([z.int().min(0), text, z.array(z.union([z.int().min(0), text]))]),
    value: '<n>',
    help: 'rows that may stay unscored, or cause:n; repeatable',
    default: 0,
    isCommon: true,
  },
  allowScreen: {
    group: 'Gates',
    schema: z.boolean(),
    help: 'gates may rest on the lexical screen',
    unused: ({ metrics }) =>
      metrics.some(({ evidence }) => evidence === 'screen')
        ? undefined
        : 'is for gates on verdicts of the lexical screen, and no metric here rests on it. Leave it out.',
  },
  groupBy,
  csvSafe: {
    group: 'Report',
    schema: z.boolean(),
    help: 'make CSV cells harmless to spreadsheets',
    unused: unusedWithoutCsv,
  },
  csvColumns: {
    group: 'Report',
    schema: texts,
    value: '<names>',
    help: 'the columns of a CSV report, as user_input,metadata.topic',
    readTexts: (given) => given.flatMap((names) => names.split(',')),
    unused: (run) =>
      run.settings['sideBySide'] === true
        ? 'is for the report of one run, and here several are compared. Leave it out.'
        : unusedWithoutCsv(run),
  },
  samples: {
    group: 'Report',
    schema: z.boolean(),
    help: 'leave questions, texts and ids out of JSON',
    default: true,
    unused: unusedWithoutJson,
  },
  sideBySide: {
    group: 'Report',
    schema: z.boolean(),
    help: 'each file is a run of its own; compare them',
    isCommon: true,
  },
  quiet: { group: 'Report', schema: z.boolean(), help: 'no report on the terminal' },
  generate: {
    group: 'Run',
    schema: z.boolean(),
    help: 'of promptfoo: call the target in any case',
    unused: ({ isPromptfoo }) =>
      isPromptfoo ? undefined : 'is for promptfoo configurations, whose targets it calls. Leave it out, or name one with -c.',
  },
  outputs: {
    group: 'Run',
    schema: text,
    value: '<file>',
    help: 'of promptfoo: judge the outputs of a finished run, as results.json',
    holds: 'path',
    unused: ({ isPromptfoo }) =>
      isPromptfoo
        ? undefined
        : 'is for promptfoo configurations, whose targets have answered in that file. Name the configuration with -c, too.',
  },
  allowSkipped: {
    group: 'Gates',
    schema: z.boolean(),
    help: 'of promptfoo: assertions may be skipped',
    unused: ({ isPromptfoo }) =>
      isPromptfoo ? undefined : 'is for promptfoo configurations, some of whose assertions are not checked here. Leave it out.',
  },
  ...calls,
  prices,
  dryRun: { group: 'Cost', schema: z.boolean(), help: 'show calls, tokens and cost, without any call', inFiles: false, isCommon: true },
  store: {
    group: 'Run',
    schema: text,
    value: '<place>',
    help: 'where replies are stored: a folder (.assay), or a postgres:// URL',
    inFiles: false,
  },
  resume: { group: 'Run', schema: z.boolean(), help: 'go on with the last unfinished run; --resume=ID', inFiles: false, isCommon: true },
  threads: {
    group: 'Run',
    schema: z.int().min(0).max(64),
    help: 'has no effect any more: rows are scored in one thread',
    isHidden: true,
    hasNoEffect: true,
  },
  resumeRun: { group: 'Run', schema: text, help: 'the run to go on with', inFiles: false, isHidden: true },
})

export type EvalSettings = SettingValues<typeof evalSettings>
