import { dashed, flagOf, optionKind, type SettingTable } from '@assay/options'

/** Flags are padded to the same column; longer ones push their text aside. */
const FLAGS_WIDTH = 28

export type HelpGroups = 'common' | 'all'

/** The flags of a table under their headings, in the order of the table. */
export function settingsHelp(table: SettingTable, which: HelpGroups): string {
  const groups = new Map<string, string[]>()
  for (const [name, spec] of Object.entries(table)) {
    if (spec.flag === false || spec.isHidden === true || (which === 'common' && spec.isCommon !== true)) continue
    const short = spec.short === undefined ? '' : `-${spec.short}, `
    const flags = optionKind(spec.schema) === 'switch' ? flagOf(name, spec) : `--${dashed(name)} ${spec.value ?? '<value>'}`
    const preset = typeof spec.default === 'number' || typeof spec.default === 'string' ? ` (default ${spec.default})` : ''
    groups.set(spec.group, [...(groups.get(spec.group) ?? []), `  ${`${short}${flags}`.padEnd(FLAGS_WIDTH)}  ${spec.help}${preset}`])
  }
  return Array.from(groups, ([title, lines]) => `${title}:\n${lines.join('\n')}\n`).join('\n')
}
