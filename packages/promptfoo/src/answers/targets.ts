import { canonicalJson } from '@assay/core'
import { CannotCheck, OUTPUTS_WAY } from '../reading/cannot-check.ts'
import type { Written } from '../reading/source.ts'
import type { TestCase } from '../tests/test-case.ts'
import type { AnswerChoice, Target } from './answer.ts'
import { callableProvider, type CallableProvider, type CallOptions } from './callable-provider.ts'
import { type Prompt, promptsOf } from './prompts.ts'
import { type WrittenProvider, writtenProviders } from './written-provider.ts'

export type TargetsOptions = CallOptions & {
  readonly prompts: Written
  readonly providers: Written
  /** Whether the target is called for every row, not only if an assertion reads the answer. */
  readonly isForAll: boolean
}

export type Targets = {
  /** Every pair of provider and prompt for the test. @throws AssayError `config` */
  readonly of: (test: TestCase) => Promise<readonly AnswerChoice[]>
}

type Provider = Pick<WrittenProvider, 'names' | 'prompts'> & { readonly label: string } & (
    | Pick<CallableProvider, 'targetFor'>
    | { readonly cannot: string }
  )

/** The targets of a configuration. Providers are created when a test first needs them. */
export function createTargets(options: TargetsOptions): Targets {
  const { reading } = options
  const made = new Map<string, Promise<readonly Provider[]>>()
  let prompts: readonly Prompt[] | undefined

  function providersFor({ target }: TestCase): Promise<readonly Provider[]> {
    const key = target === undefined ? '' : canonicalJson([target.value])
    const known = made.get(key) ?? providersOf(target ?? options.providers)
    made.set(key, known)
    return known
  }

  async function providersOf(written: Written): Promise<readonly Provider[]> {
    const found = await Promise.all(writtenProviders(written, reading).map(providerOf))
    const labels = [...new Set(found.flatMap((one) => ('cannot' in one ? [] : [one.label])))].join(', ')
    const what = options.isForAll ? 'the prompt of every row, as requested' : 'the prompts of rows whose assertions are about the answer'
    if (labels !== '') reading.notes.add(`${labels} answers ${what}`)
    return found
  }

  async function providerOf(written: WrittenProvider): Promise<Provider> {
    const { names, prompts: named } = written
    try {
      return { names, prompts: named, ...(await callableProvider(written, options)) }
    } catch (error) {
      if (!(error instanceof CannotCheck)) throw error
      return { names, prompts: named, label: names.at(-1) ?? '', cannot: error.message }
    }
  }

  return {
    async of(test) {
      prompts ??= promptsOf(options.prompts, reading)
      const all = await providersFor(test)
      if (all.length === 0) return [{ label: '', cannot: `no provider is named that could answer its prompt; name one, or ${OUTPUTS_WAY}` }]
      const choices: AnswerChoice[] = []
      for (const provider of all.filter(({ names }) => test.target !== undefined || isNamedBy(test.providers, names))) {
        for (const [index, prompt] of prompts.entries()) {
          const names = [prompt.label, prompt.text]
          if (!isNamedBy(provider.prompts, names) || !isNamedBy(test.prompts, names)) continue
          const label = `${all.length > 1 ? ` ${provider.label}` : ''}${prompts.length > 1 ? ` prompt-${index + 1}` : ''}`
          choices.push({ label, ...choiceOf(provider, prompt, test) })
        }
      }
      if (choices.length > 0) return choices
      return [{ label: '', cannot: 'the configuration has none of the providers or prompts that its test names' }]
    },
  }
}

function choiceOf(provider: Provider, prompt: Prompt, test: TestCase): { readonly target: Target } | { readonly cannot: string } {
  if ('cannot' in provider) return { cannot: provider.cannot }
  try {
    return { target: provider.targetFor({ prompt, rendered: prompt.render(test.vars, test), test }) }
  } catch (error) {
    if (error instanceof CannotCheck) return { cannot: error.message }
    throw error
  }
}

/** Whether one of the references selects a provider or prompt with these names: by id or label, `openai:*`, or `openai` for a whole provider. */
function isNamedBy(references: readonly string[] | undefined, names: readonly string[]): boolean {
  if (references === undefined) return true
  return references.some((reference) =>
    names.some((name) => {
      if (name === reference || name.startsWith(`${reference}:`)) return true
      return reference.endsWith('*') && name.startsWith(reference.slice(0, -1))
    }),
  )
}
