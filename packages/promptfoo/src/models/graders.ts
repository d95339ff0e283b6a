import { type AssayError, canonicalJson, configError } from '@assay/core'
import type { Judge } from '@assay/options'
import type { ProviderFields } from '../reading/config-shapes.ts'
import { type ModelConfig, modelConfigOf } from './provider-config.ts'
import type { Reading } from '../reading/reading.ts'
import type { Placed } from '../tests/test-case.ts'

/** A judge, and a key that identifies it. */
export type Grader = { readonly judge: Judge; readonly key: string }

export type Graders = {
  /** The grader, from these places, the nearest first. @throws AssayError `config` */
  readonly of: (providers: readonly (Placed<ProviderFields> | undefined)[]) => Promise<Grader>
}

export type GraderOptions = {
  /** Overrides the graders of the file. */
  readonly judge: Judge | undefined
  readonly judgeFrom: (judge: ModelConfig) => Promise<Judge>
}

/** Default graders, by the key that is set, as in promptfoo. */
const FALLBACKS = [
  ['OPENAI_API_KEY', 'openai:gpt-5-mini'],
  ['ANTHROPIC_API_KEY', 'anthropic:claude-sonnet-5-5'],
] as const

export function createGraders({ judge, judgeFrom }: GraderOptions, reading: Reading): Graders {
  const made = new Map<string, Promise<Judge>>()
  const graderOf = async (config: ModelConfig): Promise<Grader> => {
    const key = canonicalJson(config)
    const known = made.get(key) ?? judgeFrom(config)
    made.set(key, known)
    return { judge: await known, key }
  }
  return {
    async of(providers) {
      if (judge !== undefined) return { judge, key: 'given' }
      const named = providers.find((provider) => provider !== undefined)
      if (named !== undefined) {
        const { source } = named
        const config = source.located(() =>
          modelConfigOf(textProvider(named.value), reading, (what) => reading.notes.add(what, source.place())),
        )
        return graderOf(config)
      }
      const [variable, id] = FALLBACKS.find(([name]) => (reading.environment[name] ?? '') !== '') ?? []
      if (id === undefined) throw withoutGrader()
      reading.notes.add(
        `no grader is named: ${id} judges, since ${variable} is set. Name one with --judge, or as options.provider of defaultTest`,
      )
      return graderOf({ id })
    },
  }
}

/** A grader may be named separately for texts and for embeddings. */
export function textProvider(provider: ProviderFields): ProviderFields {
  return partOf(provider, 'text') ?? provider
}

export function embeddingProvider(provider: ProviderFields): ProviderFields | undefined {
  return partOf(provider, 'embedding')
}

function partOf(provider: ProviderFields, name: 'text' | 'embedding'): ProviderFields | undefined {
  if (typeof provider === 'string' || provider['id'] !== undefined) return undefined
  const part = provider[name]
  if (typeof part === 'string') return part
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part)) : undefined
}

function withoutGrader(): AssayError {
  return configError(
    'An assertion needs a grader. The file names none, and no key is set in the environment. Name one, as in --judge openai:gpt-5-mini, or --judge lexical --allow-screen for a screen that needs no model.',
  )
}
