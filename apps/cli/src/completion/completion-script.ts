import type { Command } from 'commander'
import { bashScript } from './bash-script.ts'
import { commandTree } from './command-tree.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** The script that completes `program` in a shell. */
export function completionScript(shell: keyof typeof SCRIPTS, program: Command): string {
  return SCRIPTS[shell](commandTree(program))
}
