import { allCommands, type CommandNode, type OptionNode } from './command-tree.ts'

/** Completion for bash. `:`, `=` and `@` end a word there, so the part of a value after them is not completed. */
export function bashScript(program: CommandNode): string {
  const commands = allCommands(program)
  const { name } = program
  return `# Completion of ${name} for bash. Put this line into ~/.bashrc:
#   eval "$(${name} completion bash)"
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path=${name} words= kind=words i
  COMPREPLY=()
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${patterns(commands.slice(1).map(({ path }) => path))}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $previous" in
${commands.flatMap(optionCases).join('\n')}
    *)
      case $path in
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
  # Files are what readline completes by default.
  [[ $kind == files ]] && return
  type compopt >/dev/null 2>&1 && compopt +o default
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[:=] ]]; then
    type compopt >/dev/null 2>&1 && compopt -o nospace
  fi
}
complete -o default -F _${name} ${name}
`
}

/** The values of an option: choices, files, or none. */
function optionCases({ path, options }: CommandNode): string[] {
  return options
    .filter(({ value }) => value !== 'none')
    .map(({ names, value }) => `    ${patterns(names.map((name) => `${path} ${name}`))}) ${follows(value)} ;;`)
}

function follows(value: OptionNode['value']): string {
  if (value === 'files') return 'kind=files'
  return value === 'free' || value === 'none' ? 'words=' : `words='${value.join(' ')}'`
}

function commandCase({ path, commands, options, argumentChoices, takesFiles }: CommandNode): string {
  const flags = options.flatMap(({ names }) => names).join(' ')
  const words = [...commands.map(({ name }) => name), ...argumentChoices].join(' ')
  const others = takesFiles ? 'kind=files' : `words='${words}'`
  return `        '${path}') if [[ $current == -* ]]; then words='${flags}'; else ${others}; fi ;;`
}

function patterns(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(' | ')
}
