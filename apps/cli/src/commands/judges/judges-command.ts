import type { Catalog } from '@assay/catalog'
import { exitCode } from '@assay/command-kit'
import { forTerminal } from '@assay/reporters'
import { Command } from 'commander'

const MORE = `
A key is looked for in the environment when a model is first called. Only whether
a variable is set is shown, never what it holds. A judge of your own is named by
its file, as in ./judge.ts#name.

Examples
  assay judges
  assay eval rows.jsonl -m context-recall -j groq:openai/gpt-oss-120b`

/** `assay judges`. */
export function judgesCommand(catalog: Catalog, ended: (code: number) => void): Command {
  return new Command('judges')
    .description('list the providers of judges, and whose keys are set')
    .exitOverride()
    .addHelpText('after', MORE)
    .action(async () => {
      const { judgeLines } = await import('./judge-lines.ts')
      process.stdout.write(
        `${judgeLines(await catalog.providers())
          .map(forTerminal)
          .join('\n')}\n`,
      )
      ended(exitCode.ok)
    })
}
