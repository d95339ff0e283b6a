import { createDirectRuntime } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { llmExtractor } from '../extractor/llm-extractor.ts'
import { llmVerifier } from '../verifier/llm-verifier.ts'
import { claimsShape } from '../wire/texts-shape.ts'
import { verdictsShape } from '../wire/verdicts-shape.ts'
import { claimsPrompt } from './claims-prompt.ts'
import type { PromptOverride } from './prompt.ts'
import { resolvePrompt } from './resolve-prompt.ts'
import { systemText } from './system-text.ts'
import { verdictsPrompt } from './verdicts-prompt.ts'

const judge = scriptedAdapter('{"claims":["Die Brücke ist alt."]}')
const runtime = createDirectRuntime()

describe('an override', () => {
  const parts: [string, PromptOverride][] = [
    ['the name', { name: 'claims-of-law' }],
    ['the version', { version: 'mine-3' }],
    ['the language', { language: 'de' }],
    ['the instruction', { instruction: 'Zerlege die Antwort in Aussagen. Antworte mit {"claims":["…"]}.' }],
    ['the examples', { examples: [] }],
  ]

  test.each(parts)('of %s alone changes the hash and leaves the rest as it was', (_name, prompt) => {
    expect(resolvePrompt(claimsPrompt, { prompt }, claimsShape)).toEqual({ ...claimsPrompt, ...prompt })
    expect(llmExtractor({ judge, prompt }).promptHash).not.toBe(llmExtractor({ judge }).promptHash)
    expect(llmVerifier({ judge, prompt }).promptHash).not.toBe(llmVerifier({ judge }).promptHash)
  })

  test('gives every change a hash of its own, and no change the same', () => {
    const hashes = parts.map(([, prompt]) => llmExtractor({ judge, prompt }).promptHash)
    expect(new Set(hashes).size).toBe(parts.length)
    expect(llmExtractor({ judge, prompt: {} }).promptHash).toBe(llmExtractor({ judge }).promptHash)
    expect(llmExtractor({ judge, prompt: { instruction: claimsPrompt.instruction } }).promptHash).toBe(llmExtractor({ judge }).promptHash)
  })

  test('is sent to the judge unchanged', async () => {
    const asked = scriptedAdapter('{"claims":["Die Brücke ist alt."]}')
    const instruction = 'Zerlege {{ reference }} <b>so</b>: {% raw %} $&'
    await llmExtractor({ judge: asked, prompt: { instruction, examples: [] } }).extract({ of: 'reference', text: 'r', runtime })
    expect(asked.calls[0]?.messages[0]?.parts).toEqual([{ text: instruction }])
  })

  test('stands in the configuration', () => {
    const prompt = { examples: [] }
    expect(llmExtractor({ judge, prompt, language: 'de' }).config).toMatchObject({ prompt, language: 'de' })
    expect(Object.keys(Object(llmExtractor({ judge }).config))).toEqual(['type', 'judge'])
  })
})

describe('an override is a config error', () => {
  const verdict = { claim: 'c1', reason: 'Stated.', evidence: [{ context: 1, quote: 'The bridge is old.' }], supported: true }
  const input = { contexts: ['The bridge is old.'], claims: ['The bridge is old.'] }
  test.each<[string, object, string]>([
    ['of a part that does not exist', { instructions: 'x' }, '"instructions" is no part of a prompt; there are name'],
    ['with a blank instruction', { instruction: ' \n' }, 'instruction must be a text that is not blank'],
    ['with a version that is a number', { version: 2 }, 'version must be a text'],
    ['with examples that are no list', { examples: {} }, 'examples must be a list'],
    ['with an example without output', { examples: [{ input: {} }] }, 'examples[0] has an output that is not of the shape'],
    ['with an example that is a text', { examples: ['x'] }, 'examples[0] must be an object with input and output'],
    [
      'with an answer that is a word',
      { examples: [{ input, output: { verdicts: [{ ...verdict, supported: 'partly' }] } }] },
      'at verdicts[0].supported',
    ],
    [
      'with an answer that needs a repair',
      { examples: [{ input, output: { verdicts: [{ claim: 'c1', supported: 1 }] } }] },
      'only with repairs',
    ],
    ['with no answer', { examples: [{ input: {}, output: { verdicts: [] } }] }, 'says nothing'],
    [
      'with another id',
      { examples: [{ input, output: { verdicts: [{ ...verdict, claim: 'c2' }] } }] },
      'wrong ids: it holds no verdict for c1',
    ],
    [
      'with a quote from nowhere',
      { examples: [{ input: { ...input, contexts: ['Something else.'] }, output: { verdicts: [verdict] } }] },
      'does not stand in context 1',
    ],
    [
      'with another recall',
      { examples: [{ input, output: { verdicts: [verdict] }, recall: 0.5 }] },
      'says a recall of 0.5, and its output gives 1',
    ],
  ])('%s', (_name, prompt, message) => {
    const make = (): unknown => resolvePrompt(verdictsPrompt, { prompt }, verdictsShape)
    expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
    expect(make).toThrow(message)
    expect(make).toThrow('prompt "verdicts"')
  })
})

describe('the language', () => {
  const samples = [
    { language: 'de', name: 'German (de)', reference: 'Die Straßenbrücke wurde 1904 eröffnet.', reason: 'Steht so im Text.' },
    { language: 'ja', name: 'Japanese (ja)', reference: '橋は1904年に開通した。', reason: '本文にそう書かれている。' },
    { language: 'ar', name: 'Arabic (ar)', reference: 'افتُتح الجسر عام 1904.', reason: 'مذكور في النص.' },
  ]

  test.each(samples)('of a reference in $name is stored in claims, reasons and quotes', async ({ reference, reason }) => {
    const quote = reference
    const verdict = { claim: 'c1', reason, evidence: [{ context: 1, quote }], supported: true }
    const both = scriptedAdapter((call) =>
      JSON.stringify(call.output?.name === 'claims' ? { claims: [reference] } : { verdicts: [verdict] }),
    )
    const { claims } = await llmExtractor({ judge: both }).extract({ of: 'reference', text: reference, runtime: createDirectRuntime() })
    const { verdicts } = await llmVerifier({ judge: both }).verify({ claims, contexts: [`${reference} …`], runtime })
    expect(claims).toEqual([{ id: 'c1', text: reference }])
    expect(verdicts).toMatchObject([{ outcome: 'supported', reason, evidence: [{ quote, verified: true, span: [0, reference.length] }] }])
    const [extraction, verification] = both.calls.map(({ messages }) => messages.map(({ parts }) => parts.map(({ text }) => text).join('')))
    expect(extraction?.[0]).toContain("Write in the reference's own language, whatever language this is in.")
    expect(verification?.[0]).toContain("a short reason, in the claim's language")
    expect(extraction?.[1]).toContain(`>\n${reference}\n</reference-`)
    expect(verification?.[1]).toContain(`>\n${reference}\n</claim-`)
  })

  test.each(samples)(
    '$name, where it is named, is called for before the examples and again behind the data',
    async ({ language, name }) => {
      const asked = scriptedAdapter((call) =>
        JSON.stringify(
          call.output?.name === 'claims'
            ? { claims: ['x y'] }
            : { verdicts: [{ claim: 'c1', reason: '', evidence: [], supported: false }] },
        ),
      )
      const { claims } = await llmExtractor({ judge: asked, language }).extract({
        of: 'reference',
        text: 'x y',
        runtime: createDirectRuntime(),
      })
      await llmVerifier({ judge: asked, language }).verify({ claims, contexts: ['z'], runtime })
      expect(asked.calls).toHaveLength(2)
      for (const { messages } of asked.calls) {
        const [system = '', user = ''] = messages.map(({ parts }) => parts.map(({ text }) => text).join(''))
        expect(system.indexOf(`Write claims and reasons in ${name}`)).toBeLessThan(system.indexOf('Example'))
        expect(system).toContain(`Write claims and reasons in ${name}`)
        expect(user.endsWith(`Write in ${name}.`)).toBe(true)
      }
    },
  )

  test('is in the hash, and the same however it is written', () => {
    const hash = (language?: string) => llmVerifier({ judge, language }).promptHash
    expect(new Set([hash(), hash('de'), hash('de-AT'), hash('ja')]).size).toBe(4)
    expect(hash('DE-at')).toBe(hash('de-AT'))
  })

  test('without a name is given by its tag', () => {
    expect(systemText(resolvePrompt(claimsPrompt, { language: 'qaa' }, claimsShape))).toContain('reasons in qaa,')
  })

  test.each(['german language', '', 'd', 'de_AT'])('%j is a config error', (language) => {
    expect(() => llmExtractor({ judge, language })).toThrow(expect.objectContaining({ kind: 'config' }))
  })
})
