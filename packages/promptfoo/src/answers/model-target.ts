import { AssayError, type LLMAdapter, type LLMMessage } from '@assay/core'
import { isBlank } from '@assay/text'
import type { Target } from './answer.ts'
import { restsOf } from './rests.ts'

export type ModelTargetOptions = {
  readonly adapter: LLMAdapter
  /** As written, for signatures. */
  readonly prompt: string
  readonly messages: readonly LLMMessage[]
}

/** A model that answers one prompt, through the runtime as every call of a run. */
export function modelTarget({ adapter, prompt, messages }: ModelTargetOptions): Target {
  const name = `${adapter.provider}:${adapter.modelId}`
  return {
    rests: restsOf(name, prompt),
    givesMetadata: false,
    async answer(runtime) {
      const { value } = await runtime.generate(
        adapter,
        { messages },
        {
          read({ text, usage }) {
            if (!isBlank(text)) return text
            const { provider, modelId } = adapter
            throw new AssayError({ kind: 'empty_reply', provider, modelId, usage, message: `${name} answered the prompt with nothing.` })
          },
        },
      )
      return { output: value }
    },
  }
}
