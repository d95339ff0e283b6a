import type { LLMAdapter } from '@assay/core'
import type { ProviderFields } from '../reading/config-shapes.ts'
import type { Judge } from './graders.ts'
import { type Prompt, promptsOf } from './prompts.ts'
import { type ModelConfig, modelConfigOf } from './provider-config.ts'
import type { Reading } from '../reading/reading.ts'
import type { Source } from '../reading/source.ts'

/** A model with a prompt. A configuration has one for each combination. */
export type TargetChoice = { readonly adapter: LLMAdapter; readonly prompt: Prompt; readonly label: string }

export type TargetsInput = {
  readonly prompts: { readonly value: unknown; readonly source: Source }
  readonly providers: { readonly value: unknown; readonly source: Source }
  readonly judgeFrom: (model: ModelConfig) => Promise<Judge>
  readonly reading: Reading
}

/** Every model with every prompt. @throws AssayError `config` where there is none, or one that cannot be asked. */
export async function targetChoices({ prompts, providers, judgeFrom, reading }: TargetsInput): Promise<TargetChoice[]> {
  const read = promptsOf(prompts.value, prompts.source, reading)
  if (read.length === 0) throw prompts.source.fault('an assertion is about the answer of a model, and there are no prompts to ask it.')
  const list: readonly unknown[] = Array.isArray(providers.value) ? providers.value : providers.value === undefined ? [] : [providers.value]
  if (list.length === 0) throw providers.source.fault('an assertion is about the answer of a model, and no providers are named.')
  const adapters = await Promise.all(
    list.map((written, index) => adapterOf(written, Array.isArray(providers.value) ? providers.source.at([index]) : providers.source)),
  )
  return adapters.flatMap((adapter) =>
    read.map((prompt, index) => {
      const model = adapters.length > 1 ? ` ${adapter.provider}:${adapter.modelId}` : ''
      return { adapter, prompt, label: `${model}${read.length > 1 ? ` prompt-${index + 1}` : ''}` }
    }),
  )

  async function adapterOf(written: unknown, source: Source): Promise<LLMAdapter> {
    const provider = providerOf(written)
    if (provider === undefined) throw source.fault('a provider is a text as openai:gpt-4.1, or an object with an id.')
    const config = source.located(() => modelConfigOf(provider, reading, (what) => reading.notes.add(what, source.place())))
    const model = await judgeFrom(config)
    if ('doGenerate' in model) return model
    throw source.fault(`${config.id} is no model that answers prompts.`)
  }
}

/** Also `{ 'openai:gpt-4.1': { config: … } }`, where the id is the name. */
function providerOf(written: unknown): ProviderFields | undefined {
  if (typeof written === 'string') return written
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(written))
  const [only, ...others] = Object.entries(fields)
  if (fields['id'] !== undefined || only === undefined || others.length > 0) return fields
  const [id, value] = only
  return typeof value === 'object' && value !== null ? { id, ...value } : { id }
}
