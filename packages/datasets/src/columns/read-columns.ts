import type { SampleField } from '@assay/core'
import type { MappedColumn } from './column-mapping.ts'
import { type FieldInfo, sampleFields } from './sample-fields.ts'

/** What the name of a column tells, before any row is read. */
export type ReadColumns = {
  /** Whether it is recognized as a field, or mapped to one. */
  readonly isKnown: (column: string) => boolean
  /** Whether a metric reads it. Always, if the fields that are read are not given. */
  readonly isRead: (column: string) => boolean
}

export function readColumns(mapping: ReadonlyMap<SampleField, MappedColumn>, reads: ReadonlySet<SampleField> | undefined): ReadColumns {
  const known = sourcesOf(sampleFields, mapping)
  const isKnown = (column: string): boolean => known.names.has(column)
  if (reads === undefined) return { isKnown, isRead: () => true }
  const read = sourcesOf(
    sampleFields.filter(({ field }) => reads.has(field)),
    mapping,
  )
  return { isKnown, isRead: (column) => read.isAnywhere || read.names.has(column) }
}

/** A function and a JSONPath may look at any column. */
function sourcesOf(fields: readonly FieldInfo[], mapping: ReadonlyMap<SampleField, MappedColumn>) {
  const names = new Set(['vars'])
  let isAnywhere = false
  for (const info of fields) {
    const mapped = mapping.get(info.field)
    if (mapped?.compute !== undefined || mapped?.query !== undefined) isAnywhere = true
    const sources = mapped === undefined ? [...info.names, info.promptfoo] : [mapped.name, mapped.path?.[0]]
    for (const name of sources) if (name !== undefined) names.add(name)
  }
  return { names, isAnywhere }
}
