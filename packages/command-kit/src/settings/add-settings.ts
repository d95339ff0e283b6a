import { dashed, optionKind, type OptionSpec, type OptionTable } from '@assay/options'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** Declares the flags of a table: each under its name, its short letter and its earlier names. */
export function addSettings(command: Command, table: OptionTable): void {
  for (const [name, spec] of Object.entries(table)) {
    if (spec.flag === false) continue
    for (const [index, written] of [name, ...(spec.formerNames ?? [])].entries())
      addFlags(command, written, spec, index > 0 || spec.isHidden === true)
  }
}

function addFlags(command: Command, name: string, spec: OptionSpec, isHidden: boolean): void {
  const flag = `--${dashed(name)}`
  const short = spec.short === undefined || isHidden ? '' : `-${spec.short}, `
  if (optionKind(spec.schema) === 'switch') {
    // A command line can reverse a switch of a file. Declared before its opposite, or commander takes it for the default.
    const isOn = spec.default === true
    const [usual, other] = [
      new Option(`${short}${isOn ? flag.replace('--', '--no-') : flag}`, spec.help),
      isOn ? flag : flag.replace('--', '--no-'),
    ]
    command.addOption(new Option(isOn ? other : usual.flags, spec.help).hideHelp(isOn || isHidden))
    command.addOption(new Option(isOn ? usual.flags : other, spec.help).hideHelp(!isOn || isHidden))
    return
  }
  const option = new Option(`${short}${flag} ${spec.value ?? '<value>'}`, spec.help).hideHelp(isHidden)
  const isRepeatable = optionKind(spec.schema) === 'list' || spec.isRepeatable === true
  command.addOption(isRepeatable ? option.argParser(gathered) : option.argParser(once))
}

/** Of two values for one option the last would win silently. */
function once(value: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError(`It was given before, as '${before}'. Give it once.`)
  return value
}

function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
