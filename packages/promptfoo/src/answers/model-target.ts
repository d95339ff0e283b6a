import { AssayError, type LLMAdapter } from '@assay/core'
import { isBlank } from '@assay/text'
import type { Target } from './answer.ts'
import type { RenderedPrompt } from './prompts.ts'
import { restsOf } from './rests.ts'

export type ModelTargetOptions = {
  readonly adapter: LLMAdapter
  /** As written, for signatures. */
  readonly prompt: string
  readonly rendered: RenderedPrompt
}

/** A model that answers one prompt, through the runtime of the run. */
export function modelTarget({ adapter, prompt, rendered }: ModelTargetOptions): Target {
  const name = `${adapter.provider}:${adapter.modelId}`
  return {
    rests: restsOf(name, prompt),
    givesMetadata: false,
    prompt: rendered.text,
    async answer(runtime) {
      const { value } = await runtime.generate(
        adapter,
        { messages: rendered.messages },
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
