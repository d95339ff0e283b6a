import { allCommands, type CommandNode, type OptionNode } from './command-tree.ts'

/** Completion for fish. */
export function fishScript(program: CommandNode): string {
  const { name } = program
  const lines = allCommands(program).flatMap(linesOf)
  return `# Completion of ${name} for fish. Put it where fish looks:
#   ${name} completion fish > ~/.config/fish/completions/${name}.fish
complete -c ${name} -f
${lines.map((line) => `complete -c ${name} ${line}`).join('\n')}
`
}

function linesOf(command: CommandNode): string[] {
  const { commands, argumentChoices, takesFiles, options } = command
  const inner = commands.map(({ name, description }) => `-a ${quoted(name)} -d ${quoted(description)}`)
  const choices = argumentChoices.length === 0 ? [] : [`-a ${quoted(argumentChoices.join(' '))}`]
  const flags = options.map((option) => `${optionWords(option)} -d ${quoted(option.description)}`)
  const at = condition(command)
  return [...inner, ...choices, ...(takesFiles ? ['-F'] : []), ...flags].map((line) => `${at} ${line}`)
}

/** True if this command was typed, and none of its subcommands. */
function condition({ path, commands }: CommandNode): string {
  const typed = path.split(' ').slice(1)
  if (typed.length === 0) return '-n __fish_use_subcommand'
  const within = typed.map((word) => `__fish_seen_subcommand_from ${word}`)
  const inner = commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`]
  return `-n ${quoted([...within, ...inner].join('; and '))}`
}

function optionWords({ names, value }: OptionNode): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ')
  if (value === 'none') return flags
  if (value === 'files') return `${flags} -r -F`
  return value === 'free' ? `${flags} -x` : `${flags} -x -a ${quoted(value.join(' '))}`
}

/** In fish a quoted text has two escapes only. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
