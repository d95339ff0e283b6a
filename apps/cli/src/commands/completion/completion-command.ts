import { Argument, Command } from 'commander'
import { exitCode } from '@assay/command-kit'
import type { EvalTable } from '../../settings/eval-table.ts'

const MORE = `
Examples
  eval "$(assay completion bash)"      in ~/.bashrc
  eval "$(assay completion zsh)"       in ~/.zshrc, behind compinit
  assay completion fish > ~/.config/fish/completions/assay.fish`

export function completionCommand(table: EvalTable, ended: (code: number) => void): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .exitOverride()
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', MORE)
    .action(async (shell: 'bash' | 'zsh' | 'fish', _options: object, command: Command) => {
      const { completionScript } = await import('./completion-script.ts')
      process.stdout.write(await completionScript(shell, command.parent ?? command, table))
      ended(exitCode.ok)
    })
}
