import { openai, record } from '../index.ts'

/** Records into the file that the test names. */
export const judge = record(openai('gpt-5-mini'), process.env['ASSAY_TEST_RECORDING'] ?? 'recording.jsonl')
