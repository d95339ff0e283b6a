import { canonicalJson } from '@assay/core'
import { CannotCheck, OUTPUTS_WAY } from '../reading/cannot-check.ts'
import type { Written } from '../reading/source.ts'
import type { TestCase } from '../tests/test-case.ts'
import type { AnswerChoice, Target } from './answer.ts'
import { askableProvider, type AskableProvider, type AskOptions } from './askable-provider.ts'
import { isNamedBy } from './named-by.ts'
import { type Prompt, promptsOf } from './prompts.ts'
import { type WrittenProvider, writtenProviders } from './written-provider.ts'

export type TargetsOptions = AskOptions & {
  readonly prompts: Written
  readonly providers: Written
  /** Whether every row is answered, and not only those whose assertions are about the answer. */
  readonly isForAll: boolean
}

export type Targets = {
  /** Every provider with every prompt that the test is for. @throws AssayError `config` */
  readonly of: (test: TestCase) => Promise<readonly AnswerChoice[]>
}

type Provider = Pick<WrittenProvider, 'names' | 'prompts'> & { readonly label: string } & (
    | Pick<AskableProvider, 'targetFor'>
    | { readonly cannot: string }
  )

/** Who answers the prompts of a configuration. What it names is made when a test first needs it. */
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
    const asked = [...new Set(found.flatMap((one) => ('cannot' in one ? [] : [one.label])))].join(', ')
    const what = options.isForAll ? 'the prompt of every row, as asked for' : 'the prompts of rows whose assertions are about the answer'
    if (asked !== '') reading.notes.add(`${asked} answers ${what}`)
    return found
  }

  async function providerOf(written: WrittenProvider): Promise<Provider> {
    const { names, prompts: named } = written
    try {
      return { names, prompts: named, ...(await askableProvider(written, options)) }
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
      return [{ label: '', cannot: 'the providers or prompts that its test names are none of the configuration' }]
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
