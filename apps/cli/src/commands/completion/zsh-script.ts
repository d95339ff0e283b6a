import { allCommands, type CommandNode, isBeginning, type OptionNode } from './command-tree.ts'

/** Completion for zsh, to be evaluated or stored in a folder of `fpath` as `_assay`. */
export function zshScript(program: CommandNode): string {
  const commands = allCommands(program)
  const { name } = program
  return `#compdef ${name}
# Completion of ${name} for zsh. Put this line into ~/.zshrc, behind compinit:
#   eval "$(${name} completion zsh)"
_${name}() {
  local at=${name}
  local -i i
  local -a offers
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      (${patterns(commands.slice(1).map(({ path }) => path))}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${commands.flatMap(optionCases).join('\n')}
  esac
  case $at in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ $funcstack[1] == _${name} ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`
}

function optionCases({ path, options }: CommandNode): string[] {
  return options
    .filter(({ value }) => value !== 'none')
    .map(({ names, value }) => `    (${patterns(names.map((name) => `${path} ${name}`))}) ${follows(value)}; return ;;`)
}

function follows(value: OptionNode['value']): string {
  if (value === 'files') return '_files'
  if (value === 'free' || value === 'none') return "_message 'a value'"
  const whole = value.filter((one) => !isBeginning(one))
  const begun = value.filter(isBeginning)
  return [
    ...(whole.length === 0 ? [] : [`compadd -- ${whole.map(quoted).join(' ')}`]),
    ...(begun.length === 0 ? [] : [`compadd -S '' -- ${begun.map(quoted).join(' ')}`]),
  ].join('; ')
}

function commandCase({ path, commands, options, argumentChoices, takesFiles }: CommandNode): string {
  const flags = options.flatMap(({ names, description }) => names.map((name) => described(name, description)))
  const inner = commands.map((command) => described(command.name, command.description))
  const others = takesFiles
    ? '_files'
    : inner.length > 0
      ? `offers=(${inner.join(' ')}); _describe command offers`
      : argumentChoices.length > 0
        ? `compadd -- ${argumentChoices.map(quoted).join(' ')}`
        : ':'
  return `    ('${path}')
      if [[ \${words[CURRENT]} == -* ]]; then
        offers=(${flags.join(' ')}); _describe -o option offers
      else
        ${others}
      fi ;;`
}

/** The form of `_describe`: a colon in a name or a description is escaped. */
function described(name: string, description: string): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function patterns(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(' | ')
}
