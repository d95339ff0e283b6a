/** Commands whose flags are the settings of a run. */
const OF_RUNS: ReadonlySet<string> = new Set(['eval', 'validate', 'config'])

/** The files that a command line registers, read before its other flags: those may be options that the files declare. */
export function registeredByFlags([command = '', ...args]: readonly string[]): readonly string[] {
  if (!OF_RUNS.has(command)) return []
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).flatMap((arg, index) => {
    if (arg.startsWith(`${FLAG}=`)) return [arg.slice(FLAG.length + 1)]
    return args[index - 1] === FLAG ? [arg] : []
  })
}

const FLAG = '--register'
