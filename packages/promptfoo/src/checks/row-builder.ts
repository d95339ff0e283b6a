import type { Sample } from '@assay/core'
import type { RowChecks } from '@assay/runner'
import type { OwnAssertion } from '../tests/assertion-kind.ts'
import { assertionText } from '../tests/assertion-text.ts'
import type { CheckBuilder } from './check-builder.ts'
import type { Reading } from '../reading/reading.ts'
import { createTarget, type Target } from '../models/target.ts'
import type { TargetChoice } from '../models/targets.ts'
import { contextsOf, type TestCase } from '../tests/test-case.ts'

export type PromptfooRow = { readonly sample: Sample & { readonly id: string }; readonly checks: RowChecks }

export type RowBuilder = {
  /** `undefined` where no assertion was left. @throws AssayError `config` */
  readonly build: (input: RowInput) => Promise<PromptfooRow | undefined>
}

type RowInput = {
  readonly test: TestCase
  readonly own: readonly OwnAssertion[]
  /** Who answers which prompt, where an answer is wanted. */
  readonly choice: TargetChoice | undefined
  readonly id: string
}

/** Variables that people put the question in. */
const QUESTIONS = ['query', 'question', 'user_input', 'userInput', 'input'] as const

export function createRowBuilder({ checks, reading, generate }: { checks: CheckBuilder; reading: Reading; generate: boolean }): RowBuilder {
  /** Which kind of assertion a name belongs to, over all rows: a mean is over one kind. */
  const kinds = new Map<string, string>()

  function namesOf(test: TestCase): (own: OwnAssertion) => string {
    const counts = new Map<string, number>()
    return (own) => {
      const given = own.assertion.fields.metric ?? undefined
      const plain =
        given === undefined
          ? `${own.negate ? 'not_' : ''}${own.kind.replaceAll('-', '_')}`
          : (assertionText(given, own.assertion, test, reading) ?? given)
      const kind = kinds.get(plain) ?? own.kind
      kinds.set(plain, kind)
      const name = kind === own.kind ? plain : `${plain}:${own.kind}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count === 1 ? name : `${name}#${count}`
    }
  }

  return {
    async build({ test, own, choice, id }) {
      const sample = { id, ...sampleOf(test, own, reading) }
      const target =
        choice === undefined
          ? undefined
          : targetOf(choice, test, generate ? own.length : own.filter(({ readsOutput }) => readsOutput).length)
      const nameFor = namesOf(test)
      const built = []
      for (const each of own) {
        const check = await checks.build(each, { test, sample, target, generate: generate && target !== undefined, nameFor })
        if (check !== undefined) built.push(check)
      }
      if (built.length === 0) return undefined
      const asks = askedBesides(test, own, sample, reading)
      const threshold = test.threshold === undefined ? {} : { threshold: test.threshold }
      return { sample, checks: { checks: built, ...threshold, ...(asks.length === 0 ? {} : { asks }) } }
    },
  }
}

function targetOf({ adapter, prompt }: TargetChoice, { vars }: TestCase, wanted: number): Target {
  return createTarget({ adapter, prompt: prompt.text, messages: prompt.render(vars), wanted })
}

/** A context is data, and data no template: whoever meant one is told. */
function noteUnfilled(contexts: readonly string[] = [], { vars, source }: TestCase, { notes }: Reading): void {
  for (const name of Object.keys(vars)) {
    if (name === 'context' || !contexts.some((text) => mentions(text, name))) continue
    notes.add(
      `{{${name}}} in a context stays as it stands: variables are filled into the values of assertions, not into data`,
      source.place(['vars', 'context']),
    )
  }
}

function mentions(text: string, name: string): boolean {
  return Array.from(text.matchAll(/\{\{([^{}]{1,400})\}\}/g)).some(([, inside = '']) => inside.trim() === name)
}

/** Texts that assertions hold, but for the one that stands in the sample: with others it is another question. */
function askedBesides(test: TestCase, own: readonly OwnAssertion[], { reference }: Sample, reading: Reading): string[] {
  return own
    .map(({ assertion }) => {
      const { value } = assertion.fields
      return (typeof value === 'string' ? assertionText(value, assertion, test, reading) : undefined) ?? JSON.stringify(value ?? null)
    })
    .filter((text) => text !== reference)
}

/** The sample of a test: its first reference stands in it, so that a result file shows it. */
export function sampleOf(test: TestCase, own: readonly OwnAssertion[], reading: Reading): Omit<Sample, 'id'> {
  const question = QUESTIONS.map((name) => (Object.hasOwn(test.vars, name) ? test.vars[name] : undefined)).find(
    (value) => typeof value === 'string',
  )
  const contexts = contextsOf(test)
  noteUnfilled(contexts, test, reading)
  const first = own.find(({ kind }) => kind === 'context-recall')?.assertion
  const reference = typeof first?.fields.value === 'string' ? assertionText(first.fields.value, first, test, reading) : undefined
  const { description, metadata, providerOutput } = test
  const told = { ...metadata, ...(description === undefined ? {} : { description }) }
  return {
    ...(question === undefined ? {} : { userInput: question }),
    ...(contexts === undefined ? {} : { retrievedContexts: contexts }),
    ...(reference === undefined ? {} : { reference }),
    ...(providerOutput === undefined || providerOutput === null
      ? {}
      : { response: typeof providerOutput === 'string' ? providerOutput : JSON.stringify(providerOutput) }),
    ...(Object.keys(told).length === 0 ? {} : { metadata: told }),
  }
}
