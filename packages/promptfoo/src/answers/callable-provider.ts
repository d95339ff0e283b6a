import { CannotCheck, OUTPUTS_WAY } from '../reading/cannot-check.ts'
import type { Judge } from '@assay/options'
import { type ModelConfig, modelConfigOf, whyNoModel } from '../models/provider-config.ts'
import type { Reading } from '../reading/reading.ts'
import { type Transform, transformOf } from '../reading/transform.ts'
import { isCode, isNodeCode, loadedCode } from '../reading/trusted-code.ts'
import type { TestCase } from '../tests/test-case.ts'
import type { Target } from './answer.ts'
import { codeProvider, type CodeProvider, codeTarget } from './code-target.ts'
import { modelTarget } from './model-target.ts'
import type { Prompt, RenderedPrompt } from './prompts.ts'
import { restsOf } from './rests.ts'
import type { WrittenProvider } from './written-provider.ts'

export type CallableProvider = {
  /** Its name in rows and notes. */
  readonly label: string
  readonly targetFor: (input: { readonly prompt: Prompt; readonly rendered: RenderedPrompt; readonly test: TestCase }) => Target
}

export type CallOptions = {
  readonly judgeFrom: (model: ModelConfig) => Promise<Judge>
  readonly reading: Reading
  /** Whether this is a dry run: code is not run, and its answers are placeholders. */
  readonly isRehearsal: boolean
}

/** The placeholder for an answer in a dry run: about 500 tokens. */
const MADE_UP = 'An answer that is made up. '.repeat(75)

/**
 * A provider that can be called: a model, code of a trusted configuration, or `echo`.
 * @throws CannotCheck if it cannot be called.
 * @throws AssayError `config` if it is not valid, or cannot be loaded.
 */
export async function callableProvider(written: WrittenProvider, options: CallOptions): Promise<CallableProvider> {
  const { label, transform } = written.fields
  const transforms =
    transform === undefined || transform === null ? undefined : transformOf(transform, 'transform of its provider', options.reading)
  const found = await providerOf(written, options)
  return {
    label: typeof label === 'string' && label !== '' ? label : found.label,
    targetFor: (input) => transformed(found.targetFor(input), transforms, input.test),
  }
}

async function providerOf(written: WrittenProvider, options: CallOptions): Promise<CallableProvider> {
  const { id, value, fields } = written
  const { reading } = options
  if (isCode(value) || (typeof value === 'object' && value !== null && 'callApi' in value))
    return ofCode(codeProvider(value, fields, id), id, options)
  if (id === 'echo') return { label: id, targetFor: ({ prompt, rendered }) => echo(prompt, rendered) }
  if (isNodeCode(id) && (id.startsWith('file://') || !/^[a-z]+:/i.test(id))) {
    if (!reading.trustConfig) throw new CannotCheck(`its target ${id} is code, which runs only with --trust-config; or ${OUTPUTS_WAY}`)
    return ofCode(codeProvider(await loadedCode(reading, id), fields, id), id, options)
  }
  const why = whyNoModel(id, 'target')
  if (why !== undefined) throw new CannotCheck(`its target cannot be called: ${why}`)
  return ofModel(written, options)
}

async function ofModel({ value, fields, source }: WrittenProvider, { judgeFrom, reading }: CallOptions): Promise<CallableProvider> {
  const config = source.located(() =>
    modelConfigOf(typeof value === 'string' ? value : fields, reading, (what) => reading.notes.add(what, source.place()), 'target'),
  )
  const adapter = await judgeFrom(config)
  if (!('doGenerate' in adapter))
    throw new CannotCheck(`its target ${config.id} is not a model that answers prompts; name one, or ${OUTPUTS_WAY}`)
  return {
    label: `${adapter.provider}:${adapter.modelId}`,
    targetFor: ({ prompt, rendered }) => modelTarget({ adapter, prompt: prompt.text, rendered }),
  }
}

function ofCode(provider: CodeProvider, name: string, { reading, isRehearsal }: CallOptions): CallableProvider {
  if (isRehearsal) reading.notes.add(`${name} is not run in a dry run: its answers count as texts of 500 tokens`)
  return {
    label: name,
    targetFor({ prompt, rendered, test: { vars, metadata } }) {
      const target = codeTarget({ provider, name, prompt, rendered: rendered.text, vars, test: { vars, metadata } })
      return isRehearsal ? { ...target, answer: () => Promise.resolve({ output: MADE_UP, isMadeUp: true }) } : target
    },
  }
}

/** promptfoo's `echo`: it returns the prompt. */
function echo({ text }: Prompt, rendered: RenderedPrompt): Target {
  return {
    rests: restsOf('echo', text),
    givesMetadata: false,
    prompt: rendered.text,
    answer: () => Promise.resolve({ output: rendered.text }),
  }
}

function transformed(target: Target, transform: Transform | undefined, { vars }: TestCase): Target {
  if (transform === undefined) return target
  return {
    ...target,
    async answer(runtime) {
      const answer = await target.answer(runtime)
      if (answer.isMadeUp === true) return answer
      return { ...answer, output: await transform.apply({ output: answer.output, vars, metadata: answer.metadata }) }
    },
  }
}
