import { forTerminal } from '@assay/reporters'
import { Command } from 'commander'
import { commandName } from '../../command-name.ts'
import { catalog } from '@assay/catalog'
import { addSettings, exitCode } from '@assay/command-kit'
import type { EvalTable } from '../../settings/eval-table.ts'
import type { RawOptions } from '../../settings/request.ts'

const MORE = `
It takes the options of assay eval, so that it shows what a run with them
would use. No model is called, and no secret is shown: \${NAME} stands as it
was written.

Examples
  assay config print
  assay config print rows.jsonl -m context-recall --threshold 0.7
  assay config print -c evals/assay.config.yaml`

/** `assay config print`. */
export function configCommand(table: EvalTable, ended: (code: number) => void): Command {
  const print = new Command('print')
    .description('print every setting, its value and where it comes from')
    .exitOverride()
    .argument('[data...]', 'as for assay eval')
    .addHelpText('after', MORE)
  addSettings(print, table.settings)
  print.action(async (data: string[], raw: RawOptions) => {
    const { loadConfig } = await import('../../settings/load-config.ts')
    const { layeredSettings } = await import('../../settings/request.ts')
    const { printConfig } = await import('../../settings/print-config.ts')
    const loaded = await loadConfig(process.cwd(), raw.config === false ? undefined : raw.config)
    if (loaded !== undefined && 'isPromptfoo' in loaded) {
      process.stdout.write(
        `${forTerminal(loaded.path)}\n  is a promptfoo configuration. Run it: ${commandName()} eval -c ${forTerminal(loaded.path)}\n`,
      )
    } else {
      const { sayWarning: warn } = await import('../../output/outputs.ts')
      const layered = await layeredSettings({ data, raw }, { loaded, catalog, warn }, { isUsable: false })
      process.stdout.write(`${printConfig(layered.settings, loaded, layered.table).split('\n').map(forTerminal).join('\n')}\n`)
    }
    ended(exitCode.ok)
  })
  return new Command('config')
    .description('look at the configuration')
    .exitOverride()
    .addHelpText('after', '\nExample\n  assay config print')
    .addCommand(print)
}
