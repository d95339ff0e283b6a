import { addSettings, readSettings, settingsHelp } from '@assay/command-kit'
import { Command } from 'commander'
import { benchSettings } from './run-options.ts'
import { say } from './say.ts'

const HELP = `Usage: assay-bench [run] [options]
compare judges on labelled statements (the default command)

${settingsHelp(benchSettings, 'all')}
  -h, --help                  display help for command

Judges    openai:<model>, anthropic:<model>, ollama:<model>, recorded:<file>,
          ./judge.ts#name, verdicts:<file>#<judge> (verdicts joined by item);
          every table also shows the baselines lexical and always-yes
Fixtures  one JSON object per line: { id, statement, contexts, label }, or
          { id, contexts, claims: [{ text, label }] }; label 1 = supported

Examples
  assay-bench --judge openai:gpt-5-mini --repeat 3 -o result.json
  assay-bench --judge ollama:qwen3:8b --fixtures mine.jsonl --dry-run
  assay-bench --judge verdicts:said.jsonl#gpt-4-0613 -o result.html

Exit codes  0 done; 2 wrong usage or data, or no model gave a verdict; 3 stopped
            early, or a model that gave no verdict; 130 interrupted
`

export function runCommand(ended: (code: number) => void): Command {
  const command = new Command('run')
    .description('compare judges on labelled statements (the default command)')
    .action(async (given: Readonly<Record<string, unknown>>) => {
      const { runCommandLine } = await import('./run-command-line.ts')
      ended(await runCommandLine(readSettings(benchSettings, given, (message) => say(`warning: ${message}`))))
    })
  addSettings(command, benchSettings)
  command.helpInformation = () => HELP
  return command
}
