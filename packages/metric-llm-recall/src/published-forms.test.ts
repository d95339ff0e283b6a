import { readFileSync } from 'node:fs'
import type { LLMCall } from '@assay/core'
import { rubricAssessor } from '@assay/judge'
import { scriptedAdapter, type ScriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallOptions } from './context-recall-options.ts'

type Judged = { readonly text: string; readonly supported: unknown }
type Golden = { id: string; claims: { id: string; text: string }[] | null; verdicts?: unknown[]; expected: unknown }
type GoldenVerdict = { claim: string; supported: unknown }

const { cases } = JSON.parse(readFileSync(new URL('./__fixtures__/llm-recall-formula.json', import.meta.url), 'utf8')) as {
  cases: Golden[]
}

const rubricPrompt = 'Q: {{query}}\nSources:\n{{context}}\nFacts:\n{{groundTruth}}\nMark each fact with [FOUND] or [NOT FOUND].'

/** Every published way to request the same thing, with one judge. */
const forms = {
  'claims first, then all of them in one call': (judge) => ({ judge }),
  'claims first, then each by itself': (judge) => ({ judge, strategy: 'per-claim' }),
  'one call that splits and judges': (judge) => ({ judge, strategy: 'single-pass' }),
  'a text of marked lines': (judge) => ({ assessor: rubricAssessor({ judge, rubricPrompt }) }),
} satisfies Record<string, (judge: ScriptedAdapter) => ContextRecallOptions>

/** A judge that finds these claims and says this of them, however it is called. */
function judgeOf(judged: readonly Judged[]): ScriptedAdapter {
  const asVerdict = ({ supported }: Judged, index: number) => ({ claim: `c${index + 1}`, reason: 'r', evidence: [], supported })
  return scriptedAdapter((call) => {
    switch (call.output?.name) {
      case 'claims':
        return JSON.stringify({ claims: judged.map(({ text }) => text) })
      case 'verdicts': {
        const asked = claimIdsOf(call)
        return JSON.stringify({ verdicts: judged.map(asVerdict).filter(({ claim }) => asked.includes(claim)) })
      }
      case 'claims_and_verdicts':
        return JSON.stringify({ claims: judged.map(({ text, supported }) => ({ text, reason: 'r', evidence: [], supported })) })
      default:
        return judged.map(({ text, supported }, index) => `${index + 1}. ${text} ${markOf(supported)}`).join('\n')
    }
  })
}

function claimIdsOf(call: LLMCall): string[] {
  const text = call.messages.at(-1)?.parts.at(-1)?.text ?? ''
  return [...text.matchAll(/ id="(c\d+)">/g)].map(([, id = '']) => id)
}

function markOf(supported: unknown): string {
  return /^(?:true|yes|1)$/i.test(String(supported).trim()) ? '[FOUND]' : '[NOT FOUND]'
}

function isVerdict(value: unknown): value is GoldenVerdict {
  return typeof value === 'object' && value !== null && 'claim' in value && 'supported' in value
}

describe.each(Object.entries(forms))('the form "%s"', (_form, optionsFor) => {
  const valued = cases.filter(({ claims, verdicts, expected }) => claims !== null && verdicts !== undefined && typeof expected === 'number')

  test.each(valued)('gives the published value: $id', async ({ claims, verdicts = [], expected }) => {
    const answers = new Map(verdicts.filter(isVerdict).map(({ claim, supported }) => [claim, supported]))
    const judge = judgeOf((claims ?? []).map(({ id, text }) => ({ text, supported: answers.get(id) })))
    const score = await contextRecall(optionsFor(judge)).score({ userInput: 'Q?', reference: 'The reference.', retrievedContexts: ['C.'] })
    expect(score.status).toBe('scored')
    expect(score.value).toBeCloseTo(Number(expected), 9)
  })

  const question = {
    userInput: 'Where does France lie, and what is its capital?',
    reference: 'It lies in Western Europe; Paris is its capital.',
  }
  const texts = ['France lies in Western Europe.', 'The capital of France is Paris.']

  test.each([
    ['both facts', ['France is a country of Western Europe. Its capital, Paris, is known for its museums.'], [true, true], 1],
    ['one of two facts', ['France is a country of Western Europe, known for wine and for the caves of Lascaux.'], [true, false], 0.5],
  ])('gives, for contexts with %s, their share', async (_name, retrievedContexts, supported, expected) => {
    const judge = judgeOf(texts.map((text, index) => ({ text, supported: supported[index] })))
    expect((await contextRecall(optionsFor(judge)).score({ ...question, retrievedContexts })).value).toBe(expected)
  })

  test('says who chose the denominator', async () => {
    const metric = contextRecall(optionsFor(judgeOf([{ text: 'A b.', supported: true }])))
    const { detail } = await metric.score({ ...question, retrievedContexts: ['C.'] })
    const strategy = /strategy:([a-z-]+)/.exec(metric.signature)?.[1]
    expect(detail?.strategy).toBe(strategy)
    expect(detail?.denominator).toBe(strategy === 'batched' || strategy === 'per-claim' ? 'extractor' : 'judge')
  })

  test('misses its threshold by one fact of three, and meets it exactly', async () => {
    const leave = ['Leave lasts 16 weeks.', 'It may begin before the birth.', 'Unpaid leave can follow.']
    const valueWith = async (found: number) => {
      const judge = judgeOf(leave.map((text, index) => ({ text, supported: index < found })))
      return (await contextRecall(optionsFor(judge)).score({ reference: leave.join('\n'), retrievedContexts: ['Policy.'] })).value ?? 0
    }
    expect((await valueWith(2)) >= 0.9).toBe(false)
    expect((await valueWith(3)) >= 1).toBe(true)
  })
})

test('the sentence form judges the sentences of the reference, without a call to split it', async () => {
  const judge = scriptedAdapter((call) =>
    JSON.stringify({ verdicts: claimIdsOf(call).map((claim, index) => ({ claim, reason: 'r', evidence: [], supported: index === 0 })) }),
  )
  const metric = contextRecall({ judge, claims: 'sentences' })
  const score = await metric.score({ reference: 'Paris is the capital of France. It lies on the Seine.', retrievedContexts: ['Paris.'] })
  expect(score).toMatchObject({ value: 0.5, usage: { calls: 1 }, detail: { denominator: 'extractor', extractor: 'sentences' } })
})
