import { CannotCheck, OUTPUTS_WAY } from '../reading/cannot-check.ts'
import type { Judge } from '../models/graders.ts'
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

export type AskableProvider = {
  /** What rows and notes call it. */
  readonly label: string
  readonly targetFor: (asked: { readonly prompt: Prompt; readonly rendered: RenderedPrompt; readonly test: TestCase }) => Target
}

export type AskOptions = {
  readonly judgeFrom: (model: ModelConfig) => Promise<Judge>
  readonly reading: Reading
  /** Nobody is asked: code is not run, and its answers are made up. */
  readonly isRehearsal: boolean
}

/** About 500 tokens: what is assumed of an answer that nobody gave. */
const MADE_UP = 'An answer that is made up. '.repeat(75)

/**
 * A provider that can be asked here: a model of ours, code of a trusted configuration, or `echo`.
 * @throws CannotCheck where it cannot be asked.
 * @throws AssayError `config` where it is written wrongly, or cannot be loaded.
 */
export async function askableProvider(written: WrittenProvider, options: AskOptions): Promise<AskableProvider> {
  const { label, transform } = written.fields
  const transforms =
    transform === undefined || transform === null ? undefined : transformOf(transform, 'transform of its provider', options.reading)
  const found = await providerOf(written, options)
  return {
    label: typeof label === 'string' && label !== '' ? label : found.label,
    targetFor: (asked) => transformed(found.targetFor(asked), transforms, asked.test),
  }
}

async function providerOf(written: WrittenProvider, options: AskOptions): Promise<AskableProvider> {
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
  if (why !== undefined) throw new CannotCheck(`its target cannot be asked: ${why}`)
  return ofModel(written, options)
}

async function ofModel({ value, fields, source }: WrittenProvider, { judgeFrom, reading }: AskOptions): Promise<AskableProvider> {
  const config = source.located(() =>
    modelConfigOf(typeof value === 'string' ? value : fields, reading, (what) => reading.notes.add(what, source.place()), 'target'),
  )
  const adapter = await judgeFrom(config)
  if (!('doGenerate' in adapter))
    throw new CannotCheck(`its target ${config.id} is no model that answers prompts; name one, or ${OUTPUTS_WAY}`)
  return {
    label: `${adapter.provider}:${adapter.modelId}`,
    targetFor: ({ prompt, rendered }) => modelTarget({ adapter, prompt: prompt.text, rendered }),
  }
}

function ofCode(provider: CodeProvider, name: string, { reading, isRehearsal }: AskOptions): AskableProvider {
  if (isRehearsal) reading.notes.add(`${name} is not run in a dry run: its answers are taken for texts of 500 tokens`)
  return {
    label: name,
    targetFor({ prompt, rendered, test: { vars, metadata } }) {
      const target = codeTarget({ provider, name, prompt, rendered: rendered.text, vars, test: { vars, metadata } })
      return isRehearsal ? { ...target, answer: () => Promise.resolve({ output: MADE_UP, isMadeUp: true }) } : target
    },
  }
}

/** promptfoo's own: it gives back what it is asked. */
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
