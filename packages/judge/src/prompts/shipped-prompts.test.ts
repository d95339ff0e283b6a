import { createDirectRuntime } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { singlePassAssessor } from '../assessor/single-pass-assessor.ts'
import { llmExtractor } from '../extractor/llm-extractor.ts'
import { llmVerifier } from '../verifier/llm-verifier.ts'
import type { ReplyShape } from '../reply/reply-shape.ts'
import { categoryShape } from '../wire/category-shape.ts'
import { criterionShape } from '../wire/criterion-shape.ts'
import { answerClaimsShape, questionsShape } from '../wire/declining-shape.ts'
import { claimRelevanceWire, sentencesWire, usefulnessWire } from '../wire/item-shape.ts'
import { claimsAndVerdictsShape } from '../wire/claims-and-verdicts-shape.ts'
import { claimsShape, entitiesShape } from '../wire/texts-shape.ts'
import { verdictsShape } from '../wire/verdicts-shape.ts'
import { exampleDefect } from './example-defect.ts'
import type { PromptExample } from './prompt.ts'
import { type PromptKey, shippedPrompts } from './shipped-prompts.ts'

const runtime = createDirectRuntime()

test('every prompt has a name, a version and a language of its own, and examples', () => {
  const all = Object.values(shippedPrompts)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { version, language, examples } of all) {
    expect(version).toMatch(/^\d+$/)
    expect(Intl.getCanonicalLocales(language)).toEqual([language])
    expect(examples.length).toBeGreaterThan(0)
  }
})

describe('an example of the prompt for', () => {
  test.each(shippedPrompts.claims.examples)('claims gives the claims it shows: $input.reference', async (example) => {
    expect(exampleDefect(example, claimsShape)).toBeUndefined()
    const judge = scriptedAdapter(JSON.stringify(example.output))
    const { reference = '', userInput } = example.input
    const { claims, repairs } = await llmExtractor({ judge, prompt: { examples: [] } }).extract({
      text: reference,
      of: 'reference',
      userInput,
      runtime,
    })
    expect(claims.map(({ text }) => text)).toEqual(example.output['claims'])
    expect(repairs).toEqual([])
  })

  test.each(shippedPrompts.verdicts.examples)('verdicts scores what it says: $recall', async (example: PromptExample) => {
    expect(exampleDefect(example, verdictsShape)).toBeUndefined()
    const judge = scriptedAdapter(JSON.stringify(example.output))
    const { contexts = [], claims: texts = [], userInput } = example.input
    const claims = texts.map((text, index) => ({ id: `c${index + 1}`, text }))
    const { verdicts, repairs } = await llmVerifier({ judge, requireQuote: true, prompt: { examples: [] } }).verify({
      claims,
      contexts,
      userInput,
      runtime,
    })
    const supported = verdicts.filter(({ outcome }) => outcome === 'supported')
    expect(example.recall).toBeDefined()
    expect(supported.length / claims.length).toBe(example.recall)
    expect(supported.every(({ evidence }) => evidence.every(({ verified }) => verified))).toBe(true)
    expect(repairs).toEqual([])
  })

  test.each(shippedPrompts.claimsAndVerdicts.examples)('claims and verdicts in one scores what it says: $recall', async (example) => {
    expect(exampleDefect(example, claimsAndVerdictsShape)).toBeUndefined()
    const judge = scriptedAdapter(JSON.stringify(example.output))
    const { contexts = [], reference = '', userInput } = example.input
    const { claims, verdicts, repairs } = await singlePassAssessor({ judge, requireQuote: true, prompt: { examples: [] } }).assess({
      reference,
      contexts,
      userInput,
      runtime,
    })
    expect(verdicts.filter(({ outcome }) => outcome === 'supported').length / claims.length).toBe(example.recall)
    expect(repairs).toEqual([])
  })
})

const shapes = {
  claims: claimsShape,
  verdicts: verdictsShape,
  claimsAndVerdicts: claimsAndVerdictsShape,
  answerClaims: answerClaimsShape,
  usefulness: usefulnessWire.shape,
  sentences: sentencesWire.shape,
  claimRelevance: claimRelevanceWire.shape,
  questions: questionsShape,
  entities: entitiesShape,
  category: categoryShape,
  rubric: criterionShape,
} satisfies Record<PromptKey, ReplyShape<unknown>>

test.each(Object.entries(shapes))('the examples of %s are what a judge may answer, and say so in the form requested', (key, shape) => {
  const { examples, instruction } = shippedPrompts[key as PromptKey]
  for (const example of examples) expect(exampleDefect<unknown>(example, shape)).toBeUndefined()
  expect(instruction).toContain(`Reply with one JSON object alone: {"${Object.keys(examples[0]?.output ?? {})[0]}"`)
})

test('an answer that only repeats an example is no answer', async () => {
  const [example] = shippedPrompts.claims.examples
  const judge = scriptedAdapter(`Example: ${JSON.stringify(example?.output)}`)
  const asked = llmExtractor({ judge }).extract({ of: 'reference', text: 'Oslo is cold.', runtime })
  await expect(asked).rejects.toMatchObject({ kind: 'invalid_reply' })
})
