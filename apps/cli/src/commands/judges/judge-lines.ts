import type { ProviderEntry } from '@assay/options'
import { setVariables } from './set-variables.ts'

/** A line for each provider: its name, the form of its judges' ids, and the variables of its key, with those that are set marked. */
export function judgeLines(providers: readonly ProviderEntry[]): readonly string[] {
  const rows = providers.map((entry): readonly string[] => [entry.title ?? entry.name, entry.example, keyText(entry)])
  const table = [['provider', 'as in -j', 'key'], ...rows]
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function keyText(entry: ProviderEntry): string {
  const { keyVariables = [], which } = entry
  if (which === 'package and model') return 'that of the package'
  if (keyVariables.length === 0) return 'none needed'
  const set = setVariables(entry)
  return set.length === 0 ? `not set: ${keyVariables.join(', ')}` : `set: ${set.join(', ')}`
}
