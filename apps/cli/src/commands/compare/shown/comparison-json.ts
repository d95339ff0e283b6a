import type { ChangedRow, Comparison } from '../comparison.ts'

/** A comparison as JSON, each row that changed on a line of its own. In pieces: as one text, many rows could be too long for the engine. */
export function* comparisonJson({ metrics, ...comparison }: Comparison): Generator<string, void, undefined> {
  const entries = Object.entries(metrics)
  yield `${open(comparison)},\n"metrics":{`
  for (const [at, [name, { worseRows, betterRows, ...figures }]] of entries.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(name)}:${open(figures)},\n"worseRows":`
    yield* listed(worseRows)
    yield ',\n"betterRows":'
    yield* listed(betterRows)
    yield '}'
  }
  yield '}}\n'
}

/** An object that more is to follow in. */
function open(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

function* listed(rows: readonly ChangedRow[]): Generator<string, void, undefined> {
  yield '['
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '' : ','}\n${JSON.stringify(row)}`
  yield rows.length === 0 ? ']' : '\n]'
}
