import { configError } from '@assay/core'
import { renderRecordingLine } from '@assay/provider-recorded'
import { fileSink } from '@assay/reporters'
import type { ReplyStore } from '@assay/runner'

export type Exported = {
  readonly replies: number
  /** Replies without their call: a replay could not find them. */
  readonly withoutCall: number
}

/**
 * Writes the shared replies of a store as a recording, for `replay`, one after the other. The file appears once it is complete.
 * @throws AssayError `config` if the file cannot be written, or the store is damaged.
 */
export async function exportRecording(store: ReplyStore, file: string): Promise<Exported> {
  const sink = fileSink(file)
  let [replies, withoutCall] = [0, 0]
  await sink.open()
  try {
    for await (const { key, stored } of store.replies()) {
      const { adapter, call, draw, reply } = stored
      if (call === undefined) withoutCall++
      else {
        await sink.write(renderRecordingLine({ v: 1, key, draw, adapter, call, reply }))
        replies++
      }
    }
    const problem = store.problem()
    if (problem !== undefined) throw configError(problem.message)
  } catch (error) {
    await sink.discard()
    throw error
  }
  await sink.close()
  return { replies, withoutCall }
}
