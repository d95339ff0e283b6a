import { type Catalog, createCatalog } from '@assay/catalog'
import type { Command, Option } from 'commander'

/** A command as a shell needs to know it. */
export type CommandNode = {
  /** From the program on: `assay store export`. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly commands: readonly CommandNode[]
  readonly options: readonly OptionNode[]
  /** What its arguments may be, where they are a choice. */
  readonly argumentChoices: readonly string[]
  readonly takesFiles: boolean
}

export type OptionNode = {
  /** `-m` and `--metric`, as far as there are both. */
  readonly names: readonly string[]
  readonly description: string
  /** Values of a choice; some of them only begin one, and end in `:` or `=`. */
  readonly value: 'none' | 'files' | 'free' | readonly string[]
}

/** The commands and options of the program itself, so that no list has to be kept beside it. */
export function commandTree(command: Command, catalog: Catalog = createCatalog(), parent = ''): CommandNode {
  const path = `${parent}${command.name()}`
  const args = command.registeredArguments
  const choices = args.flatMap(({ argChoices }) => argChoices ?? [])
  return {
    path,
    name: command.name(),
    description: command.description(),
    commands: command.commands.map((inner) => commandTree(inner, catalog, `${path} `)),
    options: [...command.options.filter(({ hidden }) => !hidden).map((option) => optionNode(option, path, catalog)), HELP],
    argumentChoices: choices,
    takesFiles: args.length > 0 && choices.length === 0,
  }
}

/** All commands, the program first. */
export function allCommands(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allCommands)]
}

/** Whether more is to be typed behind it. */
export function isBeginning(value: string): boolean {
  return /[:=]$/.test(value)
}

const HELP: OptionNode = { names: ['-h', '--help'], description: 'display help for command', value: 'none' }

/** By the option, and where one name means several things, by the command before it. */
const VALUES: Readonly<Record<string, (catalog: Catalog) => readonly string[]>> = {
  '--metric': (catalog) => catalog.metrics().map(({ name, example = name }) => example),
  '--judge': (catalog) => catalog.judges().map(({ name }) => (name === 'lexical' ? name : `${name}:`)),
  '--similarity': (catalog) => catalog.similarities().map(({ name, example }) => (example === undefined ? name : `${name}:`)),
  '--strategy': () => ['batched', 'per-claim', 'single-pass'],
  '--fail-if': () => ['worse', 'worse=', 'drop='],
  '--format': () => ['jsonl', 'json', 'csv', 'tsv', 'yaml', 'parquet'],
  'assay init --format': () => ['yaml', 'json', 'ts'],
  '--rows': () => ['jsonl', 'csv', 'json'],
}

function optionNode(option: Option, path: string, catalog: Catalog): OptionNode {
  const { short, description } = option
  return { names: [short, option.long].filter((name) => name !== undefined), description, value: valueOf(option, path, catalog) }
}

function valueOf({ long = '', required, optional, flags, argChoices }: Option, path: string, catalog: Catalog): OptionNode['value'] {
  if (!required && !optional) return 'none'
  const values = argChoices ?? (VALUES[`${path} ${long}`] ?? VALUES[long])?.(catalog)
  return values ?? (/<(?:file|folder|dir)>/.test(flags) ? 'files' : 'free')
}
