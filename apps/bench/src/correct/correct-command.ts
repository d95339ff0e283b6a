import { exitCode } from '@assay/command-kit'
import { refuseInputs } from '@assay/reporters'
import { Command } from 'commander'
import { jsonOutput } from '../cli/json-output.ts'
import { correctionText } from './correction-text.ts'
import { correctMean } from './correct-mean.ts'
import { judgedRows } from './judged-rows.ts'
import { matchLabels } from './match-labels.ts'
import { readLabels } from './read-labels.ts'
import { readJudgedReport } from './read-judged-report.ts'

type Options = { readonly labels: string; readonly metric?: string; readonly assumeRandom?: boolean; readonly output?: string }

/** `assay-bench correct`: the true mean recall, from a judge's scores and people's labels of some rows. */
export function correctCommand(ended: (code: number) => void): Command {
  return new Command('correct')
    .description("correct a judge's mean by people's labels of some rows, with an interval that holds the judge's errors, too")
    .argument('<report>', 'JSON or JSONL file of a run, as `assay eval -o` writes it')
    .requiredOption('--labels <file>', 'the labelled sheet of `assay-bench label`: .csv, .tsv or .jsonl')
    .option('--metric <name>', 'where the report has several that a judge scored')
    .option('--assume-random', 'take labels that were not drawn by `assay-bench label`, or not all in order, for a random part')
    .option('-o, --output <file>', 'write the figures as JSON; - for the standard output')
    .action(async (report: string, { labels, metric, assumeRandom = false, output }: Options) => {
      if (output !== undefined) refuseInputs([output], [report, labels])
      const written = jsonOutput(output)
      await written.check()
      const run = judgedRows(readJudgedReport(report), metric)
      const correction = correctMean(run, matchLabels(run, readLabels(labels), { assumeRandom }))
      ended((await written.show(correction, correctionText(correction))) ? exitCode.ok : exitCode.incomplete)
    })
}
