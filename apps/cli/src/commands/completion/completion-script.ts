import { catalog } from '@assay/catalog'
import type { Command } from 'commander'
import type { EvalTable } from '../../settings/eval-table.ts'
import { bashScript } from './bash-script.ts'
import { commandTree } from './command-tree.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** The script that completes `program` in a shell. */
export async function completionScript(shell: keyof typeof SCRIPTS, program: Command, table: EvalTable): Promise<string> {
  return SCRIPTS[shell](commandTree(program, { ...table, similarities: await catalog.similarities() }))
}
