import { existsSync } from 'node:fs'
import { addSettings, readSettings } from '@assay/command-kit'
import { configError } from '@assay/core'
import { expandPaths, readDataset } from '@assay/datasets'
import { forTerminal, refuseInputs } from '@assay/reporters'
import { Command } from 'commander'
import { dataSettings } from '../cli/data-settings.ts'
import { say } from '../cli/say.ts'
import { writeWhole } from '../cli/write-whole.ts'
import { judgedRows } from './judged-rows.ts'
import { labelSheet, type LabelSheet } from './label-sheet.ts'
import { repeated, wholeNumber } from './number-option.ts'
import { readJudgedReport } from './read-judged-report.ts'

type Options = {
  readonly data: readonly string[]
  readonly out: string
  readonly rows: number
  readonly seed: number
  readonly metric?: string
  readonly contextChars: number
  readonly showVerdicts?: boolean
  readonly force?: boolean
}

/** `assay-bench label`: draws rows of a report for people to label. */
export function labelCommand(): Command {
  const command = new Command('label')
    .description('draw rows of a report at random, and write their claims into a sheet for people to label')
    .argument('<report>', 'JSON or JSONL file of a run, as `assay eval -o` writes it')
    .requiredOption('-d, --data <file>', 'the data of the run, for the contexts (repeatable)', repeated)
    .option('--out <file>', 'the sheet to write', 'labels.csv')
    .option('--rows <n>', 'rows to draw; clusters, where rows share any', wholeNumber(1), 60)
    .option('--seed <n>', 'the same seed draws the same rows', wholeNumber(0), 1)
    .option('--metric <name>', 'where the report has several that a judge scored')
    .option(
      '--context-chars <n>',
      'characters of contexts beside a claim, from which on sentences are left out',
      wholeNumber(200, 32_000),
      4000,
    )
    .option('--show-verdicts', "show the judge's verdicts; labels will be biased towards them")
    .option('--force', 'write over a sheet that exists, labels and all')
    .action(async (report: string, options: Options) => {
      const { data, out, rows: count, seed, contextChars, showVerdicts = false, force = false, metric, ...given } = options
      const { columns, delimiter } = readSettings(dataSettings, given, (message) => say(`warning: ${message}`))
      refuseInputs([out], [report, ...expandPaths(data)], '--out')
      if (!force) refuseLabelled(out)
      const run = judgedRows(readJudgedReport(report), metric)
      const rows = readDataset(data, {
        columns,
        delimiter,
        reads: ['reference', 'retrievedContexts', 'userInput'],
        idsPerFile: run.byFile,
      })
      const sheet = await labelSheet(run, rows, {
        count,
        seed,
        contextChars,
        showVerdicts,
      })
      await writeWhole(out, sheet.csv)
      process.stdout.write(said(sheet, { out, report, wanted: count }))
    })
  addSettings(command, dataSettings)
  return command
}

/** Labels are hours of work: a second run of the command must not overwrite them. */
function refuseLabelled(path: string): void {
  if (!existsSync(path)) return
  throw configError(`--out ${path} could not be written: it exists already, perhaps with labels; --force writes over it`)
}

function said({ frame, unit, rows, claims, empty }: LabelSheet, o: { out: string; report: string; wanted: number }): string {
  const drawn = unit === 'row' ? `${rows} rows` : `${frame.drawn} clusters (${rows} rows)`
  const lines = [
    `${o.out}: ${claims} claims of ${drawn}, drawn from ${frame.rows} scored rows of ${forTerminal(frame.metric)} with seed ${frame.seed}.`,
    ...(frame.drawn < o.wanted ? [`There are no more than these, though --rows asked for ${o.wanted}.`] : []),
    ...(empty > 0 ? [`In ${empty} of them nothing was retrieved: their recall is 0 by rule, and they need no label.`] : []),
    ...(frame.drawn < 30 ? ['An interval needs at least 30 labelled rows: draw more with --rows.'] : []),
    'Write 1 (the contexts support the claim) or 0 into the column "label", from the top down: if you stop early, the labelled rows are still a random sample.',
    `Then: assay-bench correct ${o.report} --labels ${o.out}`,
  ]
  return `${lines.join('\n')}\n`
}
