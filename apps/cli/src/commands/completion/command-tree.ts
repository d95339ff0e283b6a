import { choicesOf, dashed, type SimilarityEntry } from '@assay/options'
import type { Command, Option } from 'commander'
import type { EvalTable } from '../../settings/eval-table.ts'

/** The possible values of options. */
export type CompletedNames = EvalTable & { readonly similarities: readonly SimilarityEntry[] }

/** A command, as a shell needs it. */
export type CommandNode = {
  /** With the program's name: `assay store export`. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly commands: readonly CommandNode[]
  readonly options: readonly OptionNode[]
  /** The choices for its arguments, if there are any. */
  readonly argumentChoices: readonly string[]
  readonly takesFiles: boolean
}

export type OptionNode = {
  /** `-m` and `--metrics`, if both exist. */
  readonly names: readonly string[]
  readonly description: string
  /** Choices; some are only a prefix, which ends in `:` or `=`. */
  readonly value: 'none' | 'files' | 'free' | readonly string[]
}

/** The commands and options, derived from the program itself, so that there is no second list. */
export function commandTree(command: Command, names: CompletedNames, parent = ''): CommandNode {
  const path = `${parent}${command.name()}`
  const values = valuesOf(names)
  const args = command.registeredArguments
  const choices = args.flatMap(({ argChoices }) => argChoices ?? [])
  return {
    path,
    name: command.name(),
    description: command.description(),
    commands: command.commands.map((inner) => commandTree(inner, names, `${path} `)),
    options: [...command.options.filter(({ hidden }) => !hidden).map((option) => optionNode(option, path, values)), HELP],
    argumentChoices: choices,
    takesFiles: args.length > 0 && choices.length === 0,
  }
}

/** All commands, the program first. */
export function allCommands(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allCommands)]
}

/** Whether more must be typed after it. */
export function isBeginning(value: string): boolean {
  return /[:=]$/.test(value)
}

const HELP: OptionNode = { names: ['-h', '--help'], description: 'display help for command', value: 'none' }

/** For options that are no settings: by the option, and if a name has several meanings, by the command before it. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  '--fail-if': ['worse', 'worse=', 'drop='],
  'assay init --format': ['yaml', 'json', 'ts'],
  '--rows': ['jsonl', 'csv', 'json'],
}

/** The names in the catalog, and the choices of settings. */
function valuesOf({ settings, metrics, providers, similarities }: CompletedNames): Record<string, readonly string[]> {
  const choices = Object.entries(settings).flatMap(([name, { schema }]) => {
    const known = choicesOf(schema)
    return known === undefined ? [] : [[`--${dashed(name)}`, known] as const]
  })
  return {
    ...Object.fromEntries(choices),
    '--metrics': metrics.map(({ type, example = type }) => example),
    '--judge': providers.map(({ name, which }) => (which === 'none' ? name : `${name}:`)),
    '--similarity': similarities.map(({ name, example }) => (example === undefined ? name : `${name}:`)),
    ...VALUES,
  }
}

function optionNode(option: Option, path: string, values: Readonly<Record<string, readonly string[]>>): OptionNode {
  const { short, description } = option
  return { names: [short, option.long].filter((name) => name !== undefined), description, value: valueOf(option, path, values) }
}

function valueOf(
  { long = '', required, optional, flags, argChoices }: Option,
  path: string,
  known: Readonly<Record<string, readonly string[]>>,
): OptionNode['value'] {
  if (!required && !optional) return 'none'
  const values = argChoices ?? known[`${path} ${long}`] ?? known[long]
  return values ?? (/<(?:file|folder|dir)>/.test(flags) ? 'files' : 'free')
}
