export type { AdapterChoice } from './choose-adapter.ts'
export { record } from './record.ts'
export { replay, type ReplayOptions } from './replay.ts'
