import type { SampleField } from '@assay/core'
import { type EvaluatedRow, textAt } from '@assay/runner'

/** A column of sample data: its name in the file, and how to read its value from the sample. */
export type CsvColumn = { readonly name: string; readonly path: readonly [field: SampleField, ...inside: readonly string[]] }

/** Question, reference and answer, under the names by which they are read back. */
export const DEFAULT_COLUMNS: readonly CsvColumn[] = [
  { name: 'user_input', path: ['userInput'] },
  { name: 'reference', path: ['reference'] },
  { name: 'response', path: ['response'] },
]

/** Texts as they are, anything else as JSON; `null` where there is nothing. */
export function cellOf({ path }: CsvColumn, { sample }: EvaluatedRow): string | null {
  try {
    return textAt(sample, path)
  } catch (error) {
    // Possible only for samples made in the user's code.
    return `[no JSON: ${error instanceof Error ? error.message : String(error)}]`
  }
}
