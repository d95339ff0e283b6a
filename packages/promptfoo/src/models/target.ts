import { createHash } from 'node:crypto'
import { AssayError, type LLMAdapter, type LLMMessage, type MeteredRuntime, type Sample } from '@assay/core'
import { isBlank } from '@assay/text'

/** A model that answers one prompt: what the assertions on its output are about. */
export type Target = {
  readonly name: string
  /** Stands in signatures: which model answered which prompt. */
  readonly rests: string
  readonly answer: (sample: Sample, runtime: MeteredRuntime) => Promise<string>
}

export type TargetOptions = {
  readonly adapter: LLMAdapter
  /** As written, for signatures. */
  readonly prompt: string
  readonly messages: readonly LLMMessage[]
  /** How many checks of the row want the answer. */
  readonly wanted: number
}

/** Asks once for all checks of a row, whichever of them comes first; that one bears the cost. */
export function createTarget({ adapter, prompt, messages, wanted }: TargetOptions): Target {
  const name = `${adapter.provider}:${adapter.modelId}`
  let shared: Promise<string> | undefined
  let taken = 0
  return {
    name,
    rests: `${encodeURIComponent(name)}%23${createHash('sha256').update(prompt).digest('hex').slice(0, 6)}`,
    answer(_sample, runtime) {
      shared ??= ask(adapter, messages, runtime)
      const answer = shared
      taken += 1
      // What was answered is not kept, and a repeat of the row asks again.
      if (taken === wanted) [shared, taken] = [undefined, 0]
      return answer
    },
  }
}

async function ask(adapter: LLMAdapter, messages: readonly LLMMessage[], runtime: MeteredRuntime): Promise<string> {
  const { value } = await runtime.generate(
    adapter,
    { messages },
    {
      read({ text, usage }) {
        if (!isBlank(text)) return text
        const { provider, modelId } = adapter
        throw new AssayError({
          kind: 'empty_reply',
          provider,
          modelId,
          usage,
          message: `${provider}:${modelId} answered the prompt with nothing.`,
        })
      },
    },
  )
  return value
}
