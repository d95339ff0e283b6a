export type { AdapterChoice } from './choose-adapter.ts'
export { record } from './record.ts'
export { replay, type ReplayOptions } from './replay.ts'
export { parseLine as parseRecordingLine, type RecordingLine, renderLine as renderRecordingLine } from './recording-line.ts'
