import { pathsInId } from '@assay/catalog'
import { createRunStore, exitCode, type Interruption, untilInterrupted } from '@assay/command-kit'
import { expandPaths } from '@assay/datasets'
import { refuseInputs } from '@assay/reporters'
import { Command, Option } from 'commander'
import { columnOption } from '../correct/column-option.ts'
import { numberFrom, repeated, wholeNumber } from '../correct/number-option.ts'
import { resumedRun } from '../cli/resumed-run.ts'
import { jsonOutput } from '../cli/json-output.ts'
import { QUESTIONS_LEFT_OUT, say } from '../cli/say.ts'
import { codeOfComparison } from './code-of-comparison.ts'
import { comparisonText } from './comparison-text.ts'
import type { ProvidersOptions, ProvidersRun } from './run-providers.ts'

type Options = ProvidersOptions & { readonly output?: string; readonly show?: number; readonly allowUnscored?: number }

const EXIT_CODES = `
Exit codes  0 done; 2 wrong usage or data, or no judge scored anything; 3 stopped early, a judge that scored
            nothing, more rows without a score than --allow-unscored says, or a lost file;
            130 interrupted`

/** `assay-bench providers`: the same metric on the same samples by several judges. */
export function providersCommand(ended: (code: number) => void): Command {
  return new Command('providers')
    .description('compare judges on your own samples: scores side by side, agreement, where they differ and what each said, cost and time')
    .option('-j, --judge <id>', 'two or more, as openai:gpt-5-mini or lexical (repeatable)', repeated)
    .option('-d, --data <file>', 'samples with reference and retrieved contexts (repeatable)', repeated)
    .option('--column <field=column>', 'where a field stands (repeatable)', columnOption)
    .option('--delimiter <char>', 'what separates the cells of CSV, where its first line does not show it')
    .option('--limit <n>', 'rows to take', wholeNumber(1))
    .option('--claims <who>', '"sentences" of the reference, or the judge that splits references for all (default: sentences)')
    .addOption(new Option('--strategy <how>', 'how models are asked').choices(['batched', 'per-claim']))
    .option('--votes <n>', 'verdicts of each model on each claim, an odd number', wholeNumber(1, 99))
    .option('--require-quote', 'a supported claim needs a quote that stands in the contexts')
    .option('--concurrency <n>', 'scores in flight', wholeNumber(1, 10_000))
    .option('--rpm <n>', 'requests a minute, for each judge', wholeNumber(1))
    .option('--tpm <n>', 'tokens a minute, for each judge', wholeNumber(1))
    .option('--timeout <seconds>', 'for one request (default: 600)', numberFrom(0.001))
    .option('--max-retries <n>', 'tries after a failed request (default: 4)', wholeNumber(0, 100))
    .option('--budget-usd <n>', 'stop before more is spent', numberFrom(0))
    .option('--budget-tokens <n>', 'stop before more is used', wholeNumber(0))
    .option('--prices <file>', 'prices of your own, before those that come with Assay')
    .option('--no-cache', 'ask again what was asked before')
    .option('--dry-run', 'say what would be asked and cost, and ask nobody')
    .option('--resume', 'go on with the last unfinished run; --resume=ID')
    .addOption(new Option('--resume-run <id>').hideHelp())
    .option('--allow-unscored <n>', 'rows that a judge may leave without a score (default: 0)', wholeNumber(0))
    .option('--show <n>', 'rows and claims to show (default: 10)', wholeNumber(0))
    .option('-o, --output <file>', 'write all of it as JSON; - for the standard output')
    .addHelpText('after', EXIT_CODES)
    .action(async (given: Options) => {
      const store = createRunStore((message) => say(`warning: ${message}`))
      try {
        const resumed = await resumedRun('assay-bench providers', given, store)
        const running = { options: resumed?.options ?? given, resume: resumed?.id, store }
        ended(await untilInterrupted((interruption) => compare(running, interruption), { say, leftOut: QUESTIONS_LEFT_OUT }))
      } finally {
        await store.close()
      }
    })
}

async function compare(running: ProvidersRun & { readonly options: Options }, interruption: Interruption): Promise<number> {
  const { output, show = 10, allowUnscored = 0, judge = [], data = [], claims, prices } = running.options
  if (output !== undefined) {
    const named = [claims, prices].filter((text) => text !== undefined)
    refuseInputs([output], [...expandPaths(data), ...[...judge, ...named].flatMap(pathsInId)])
  }
  const written = jsonOutput(output)
  if (running.options.dryRun !== true) await written.check()
  const { runProviders } = await import('./run-providers.ts')
  const found = await runProviders(running, interruption)
  if ('dryRun' in found) {
    process.stdout.write(`${found.dryRun}\n`)
    return exitCode.ok
  }
  const isWritten = await written.show(found.comparison, comparisonText(found.comparison, show))
  running.store.settle(isWritten)
  return codeOfComparison(found.comparison, { wasInterrupted: interruption.isByUser(), kept: found.kept, allowUnscored, isWritten })
}
