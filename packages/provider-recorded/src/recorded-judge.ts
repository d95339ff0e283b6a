import { resolve } from 'node:path'
import { configError, type LLMAdapter } from '@assay/core'
import { replay } from './replay.ts'

/** Behind the file, as in `judge.jsonl#openai:gpt-5-mini`: a provider has no slash, so that `#` may stand in a path. */
const CHOICE = /#([^#:/\\]+):([^#]+)$/

/**
 * The judge that a file was recorded from, by `FILE` or, where it holds several, `FILE#provider:model`.
 * @throws AssayError `config` for no file, one that is not there, or one that holds several judges and does not say which.
 */
export async function recordedJudge(written: string | undefined, folder: string): Promise<LLMAdapter> {
  const choice = CHOICE.exec(written ?? '')
  const file = choice === null ? written : written?.slice(0, choice.index)
  if (file === undefined || file === '') {
    throw configError('The judge "recorded" needs a file, as in recorded:judge.jsonl')
  }
  const [, provider, modelId] = choice ?? []
  return replay(resolve(folder, file), { provider, modelId })
}
