import { dueText, flagOf, optionKind } from '@assay/options'
import type { EvalTable } from '../src/settings/eval-table.ts'

const BEGIN = '<!-- settings: written by apps/cli/scripts/write-generated.ts -->'
const END = '<!-- /settings -->'

/** Every setting as a row: its name in files and code, its flag, what it takes, its default and what it does. */
export function settingsTable({ settings }: EvalTable): string {
  const rows = Object.entries(settings).flatMap(([name, spec]) => {
    if (spec.isHidden === true) return []
    const short = spec.short === undefined ? '' : `\`-${spec.short}\`, `
    const flag = name === 'data' ? 'the arguments' : spec.flag === false ? '' : `${short}\`${flagOf(name, spec)}\``
    const takes = optionKind(spec.schema) === 'switch' ? 'true or false' : dueText(spec.schema).replaceAll(' that is not empty', '')
    const preset = spec.default === undefined ? '' : `\`${JSON.stringify(spec.default)}\``
    return [`| ${[spec.inFiles === false ? '' : `\`${name}\``, flag, takes, preset, spec.help].map(cell).join(' | ')} |`]
  })
  return ['| in files and code | flag | takes | default | what it does |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** A page with the table between its marks. */
export function withSettingsTable(page: string, table: EvalTable): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end === -1) throw new Error('The page has no place for the table of settings.')
  return `${page.slice(0, begin + BEGIN.length)}\n\n${settingsTable(table)}\n\n${page.slice(end)}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
