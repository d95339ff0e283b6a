import { forTerminal } from '@assay/reporters'
import { Command } from 'commander'
import { commandName } from '../command-name.ts'
import { evalCommand, type GivenOptions, withAliases } from '../eval/eval-command.ts'
import { exitCode } from '@assay/command-kit'

const MORE = `
It takes the options of assay eval, so that it shows what a run with them
would use. Nothing is asked, and no secret is shown: \${NAME} stands as it
was written.

Examples
  assay config print
  assay config print rows.jsonl -m context-recall --threshold 0.7
  assay config print -c evals/assay.config.yaml`

/** `assay config print`. */
export function configCommand(ended: (code: number) => void): Command {
  const print = new Command('print')
    .description('print every setting, its value and where it comes from')
    .exitOverride()
    .argument('[data...]', 'as for assay eval')
    .addHelpText('after', MORE)
  for (const option of evalCommand(() => undefined).options) print.addOption(option)
  print.action(async (data: string[], given: GivenOptions) => {
    const raw = withAliases(given)
    const { loadConfig } = await import('./load-config.ts')
    const { settingsOf } = await import('./configured-options.ts')
    const { printConfig } = await import('./print-config.ts')
    const loaded = await loadConfig(process.cwd(), raw.config === false ? undefined : raw.config)
    if (loaded !== undefined && 'isPromptfoo' in loaded) {
      process.stdout.write(
        `${forTerminal(loaded.path)}\n  is a promptfoo configuration. Run it: ${commandName()} eval -c ${forTerminal(loaded.path)}\n`,
      )
    } else {
      const settings = settingsOf(data, raw, loaded?.config ?? {})
      process.stdout.write(`${printConfig(settings, loaded).split('\n').map(forTerminal).join('\n')}\n`)
    }
    ended(exitCode.ok)
  })
  return new Command('config')
    .description('look at the configuration')
    .exitOverride()
    .addHelpText('after', '\nExample\n  assay config print')
    .addCommand(print)
}
