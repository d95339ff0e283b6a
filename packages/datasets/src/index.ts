export type { ColumnSource } from './column-mapping.ts'
export type { DataRow } from './data-row.ts'
export type { FormatName, RawRecord } from './format.ts'
export { readDataset, type ReadDatasetOptions } from './read-dataset.ts'
