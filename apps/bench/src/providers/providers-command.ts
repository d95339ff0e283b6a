import { pathsInId } from '@assay/catalog'
import { addSettings, createRunStore, exitCode, type Interruption, readSettings, settingsHelp, untilInterrupted } from '@assay/command-kit'
import { expandPaths } from '@assay/datasets'
import { refuseInputs } from '@assay/reporters'
import { Command } from 'commander'
import { benchRunToResume } from '../cli/bench-run-to-resume.ts'
import { jsonOutput } from '../cli/json-output.ts'
import { QUESTIONS_LEFT_OUT, say } from '../cli/say.ts'
import { codeOfComparison } from './code-of-comparison.ts'
import { comparisonText } from './comparison-text.ts'
import { type ProvidersOptions, providersSettings } from './providers-settings.ts'
import type { ProvidersRun } from './run-providers.ts'

const HELP = `Usage: assay-bench providers [options]
compare judges on your own samples: scores, agreement, verdicts that differ,
cost and latency

${settingsHelp(providersSettings, 'all')}
  -h, --help                  display help for command

Exit codes  0 done; 2 wrong usage or data, or no judge scored anything; 3 stopped
            early, a judge that scored nothing, more unscored rows than
            --allow-unscored allows, or a file that could not be written;
            130 interrupted
`

/** `assay-bench providers`: the same metric on the same samples by several judges. */
export function providersCommand(ended: (code: number) => void): Command {
  const command = new Command('providers')
    .description('compare judges on your own samples: scores, agreement, verdicts that differ, cost and latency')
    .action(async (raw: Readonly<Record<string, unknown>>) => {
      const given: ProvidersOptions = readSettings(providersSettings, raw, (message) => say(`warning: ${message}`))
      const store = createRunStore((message) => say(`warning: ${message}`))
      try {
        const resumed = await benchRunToResume('assay-bench providers', given, store)
        const running = { options: resumed?.options ?? given, resume: resumed?.id, store }
        ended(await untilInterrupted((interruption) => compare(running, interruption), { say, leftOut: QUESTIONS_LEFT_OUT }))
      } finally {
        await store.close()
      }
    })
  addSettings(command, providersSettings)
  command.helpInformation = () => HELP
  return command
}

async function compare(running: ProvidersRun, interruption: Interruption): Promise<number> {
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
  return codeOfComparison(found.comparison, {
    wasInterrupted: interruption.isByUser(),
    resumable: found.resumable,
    allowUnscored,
    isWritten,
  })
}
