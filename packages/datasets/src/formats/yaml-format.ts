import type { DataFile, Format, RawRow, ReadOptions } from './format.ts'

/** A list of maps, or a map that holds one as `rows` or `data`, by the core schema of YAML 1.2. */
export const yamlFormat: Format = { name: 'yaml', endings: ['.yaml', '.yml'], cells: false, counts: 'lines', read: readYaml }

/** The library is loaded with the first file that needs it. */
async function* readYaml(file: DataFile, { isRead }: ReadOptions): AsyncGenerator<readonly RawRow[]> {
  const { readYamlRows } = await import('./yaml-rows.ts')
  yield* readYamlRows(file, isRead)
}
