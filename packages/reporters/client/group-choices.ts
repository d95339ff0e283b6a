import { choice } from './choice.ts'

/** What stands for a group without a value. */
export const NO_GROUP = '(without one)'

type Grouped = { readonly groups?: Readonly<Record<string, string | null>> | undefined }
export type GroupChoice = { readonly column: string; readonly values: readonly string[]; readonly select: HTMLSelectElement }

/** A list of the groups of each column; the chosen ones are told by column, all of a column by leaving it out. */
export function groupChoices(
  columns: readonly string[],
  rows: readonly Grouped[],
  onChange: (column: string, group: string | undefined) => void,
): GroupChoice[] {
  return columns.map((column) => {
    const values = [...new Set(rows.map(({ groups }) => groups?.[column] ?? NO_GROUP))].toSorted()
    const select = choice([['', 'all'], ...values.map((value, at): [string, string] => [String(at), value])])
    select.addEventListener('change', () => onChange(column, select.value === '' ? undefined : values[Number(select.value)]))
    return { column, values, select }
  })
}

/** Whether a row is in all of these groups. */
export function isInGroups({ groups }: Grouped, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([column, group]) => (groups?.[column] ?? NO_GROUP) === group)
}
