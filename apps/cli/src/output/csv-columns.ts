import { configError, type SampleField } from '@assay/core'
import { sampleFields } from '@assay/datasets'
import type { CsvColumn } from '@assay/reporters'
import { nearestName } from '@assay/text'

/** Columns in every file. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'index', 'cluster'])

/** Columns that hold a list of one, as ragas v1 wrote references, are not written: a text in them would be read back as a list. */
const FIELDS: ReadonlyMap<string, SampleField> = new Map(
  sampleFields.flatMap(({ field, names }) => names.filter((name) => !/^ground_?truths$/i.test(name)).map((name) => [name, field] as const)),
)

/**
 * Columns of a CSV report, by names as in data files: `question`, `user_input`, `retrieved_contexts`, or by a path into the metadata,
 * `metadata.topic`. The report uses the same names. `from` is where the names were written.
 * @throws AssayError `config` for a name that is no field, or a field that is named twice.
 */
export function csvColumns(names: readonly string[], from: string): readonly CsvColumn[] {
  const found = new Map<string, CsvColumn>()
  for (const name of names.map((written) => written.trim())) {
    if (name === '' || ALWAYS.has(name)) continue
    const column = columnNamed(name, from)
    const key = JSON.stringify(column.path)
    const before = found.get(key)
    if (before !== undefined) throw configError(`${from}: ${before.name} and ${name} are one field. Keep one of the two.`)
    found.set(key, column)
  }
  return [...found.values()]
}

function columnNamed(name: string, from: string): CsvColumn {
  const [first = '', ...inside] = name.split('.')
  const field = FIELDS.get(first)
  if (field !== undefined && (inside.length === 0 || (field === 'metadata' && !inside.includes(''))))
    return { name, path: [field, ...inside] }
  const nearest = nearestName(name, [...FIELDS.keys()])
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw configError(
    `${from}: there is no field ${JSON.stringify(name)}.${hint} Name fields as in data files: ${[...FIELDS.keys()].join(', ')}; and metadata.topic for what lies inside.`,
  )
}
