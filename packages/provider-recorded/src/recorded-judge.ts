import { resolve } from 'node:path'
import { configError, type LLMAdapter } from '@assay/core'
import { replay } from './replay.ts'

/** The suffix in `judge.jsonl#openai:gpt-5-mini`. A provider has no slash, so a path may contain `#`. */
const CHOICE = /#([^#:/\\]+):([^#]+)$/

/**
 * Replays a judge from `FILE`, or from `FILE#provider:model` if the file has several.
 * @throws AssayError `config` if there is no file, it cannot be read, or it has several judges and none is chosen.
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
