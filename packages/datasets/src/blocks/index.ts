// For whoever reads one file in several threads: `@assay/datasets/blocks`. Everybody else reads by `readDataset`.
export { type BlockNotes, type BlockReader, type BlockStart, createBlockReader } from './block-reader.ts'
export { createBlockWatch, type BlockWatch } from './block-watch.ts'
export { type LineBlock, lineBlocks, type LineBlocksOptions } from './line-blocks.ts'
export { hash64 } from '../rows/id-table.ts'
export { isLikeOurs } from '../rows/row-ids.ts'
