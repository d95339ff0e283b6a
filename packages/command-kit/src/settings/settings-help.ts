import { dashed, flagOf, optionKind, type SettingTable } from '@assay/options'

/** Flags are padded to the same column; longer ones shift their text. */
const FLAGS_WIDTH = 26
const LINE_WIDTH = 80

type HelpGroups = 'common' | 'all'

/** The flags of a table under their headings, in the order of the table. */
export function settingsHelp(table: SettingTable, which: HelpGroups): string {
  const groups = new Map<string, string[]>()
  for (const [name, spec] of Object.entries(table)) {
    if (spec.flag === false || spec.isHidden === true || (which === 'common' && spec.isCommon !== true)) continue
    const short = spec.short === undefined ? '' : `-${spec.short}, `
    const flags = optionKind(spec.schema) === 'switch' ? flagOf(name, spec) : `--${dashed(name)} ${spec.value ?? '<value>'}`
    const preset = typeof spec.default === 'number' || typeof spec.default === 'string' ? ` (default ${spec.default})` : ''
    const lines = [...(groups.get(spec.group) ?? []), ...wrapped(`${short}${flags}`, `${spec.help}${preset}`)]
    groups.set(spec.group, lines)
  }
  return Array.from(groups, ([title, lines]) => `${title}:\n${lines.join('\n')}\n`).join('\n')
}

/** A flag with its text beside it, in lines that fit a terminal. */
function wrapped(flags: string, text: string): string[] {
  const lines: string[] = []
  let line = `  ${flags.padEnd(FLAGS_WIDTH)}  `
  const margin = ' '.repeat(FLAGS_WIDTH + 4)
  for (const word of text.split(' ')) {
    if (line.length + word.length > LINE_WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = margin
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
