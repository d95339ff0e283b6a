import { createDirectRuntime } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../verdict.ts'
import { lexicalScreen } from './lexical-screen.ts'

const screen = lexicalScreen()
const runtime = createDirectRuntime()

async function judge(text: string, contexts: readonly string[]): Promise<Verdict> {
  const { verdicts } = await screen.verify({ claims: [{ id: 'c1', text }], contexts, runtime })
  return verdicts[0]!
}

const tower =
  'The Eiffel Tower was completed in 1889 for the World Fair. It was designed by the company of Gustave Eiffel and cost 7,800,000 francs.'

function withoutPlace({ evidence, ...verdict }: Verdict) {
  return { ...verdict, quotes: evidence.length }
}

describe('what the contexts lack', () => {
  test('a number that stands in no context makes a claim unsupported and is named', async () => {
    expect(await judge('The Eiffel Tower was completed in 1,204.', [tower])).toMatchObject({
      claim: 'c1',
      outcome: 'unsupported',
      reason: 'number 1,204 stands in no context',
      decidedBy: 'lexical@1',
    })
  })

  test('a number written otherwise is no missing number', async () => {
    expect((await judge('The Eiffel Tower, designed by Gustave Eiffel, cost 7.8 million francs.', [tower])).outcome).toBe('undecided')
  })

  test('a name that stands in no context makes a claim unsupported and is named', async () => {
    const { outcome, reason } = await judge('The Eiffel Tower was designed by the company of Carmine.', [tower])
    expect({ outcome, reason }).toEqual({ outcome: 'unsupported', reason: 'capitalised word Carmine stands in no context' })
  })

  test('no negation is read into words that deny nothing: the reason names those that stand there', async () => {
    const { outcome, reason } = await judge('The drug was sold without approval to farmers.', [
      'Approval of the drug for farmers was given in May.',
    ])
    expect(outcome).toBe('unsupported')
    expect(reason).toContain('the claim has "without" within three words of "approval", where the nearest sentence has no such word')
    expect(reason).not.toContain('negat')
  })

  test('a text of names in English is not called foreign', async () => {
    const { outcome, reason } = await judge('Steve Carell, Segel.', ['Zxqv wvut krpl mnbg.'])
    expect(outcome).toBe('undecided')
    expect(reason).toBe(
      'fewer than half of the words of the claim, or of the contexts, are among the English ones that the screen has learned',
    )
  })

  test('a negation that the nearest sentence does not share makes a claim unsupported, and the sentence is quoted', async () => {
    const { outcome, reason, evidence } = await judge('The drug is not safe for children.', ['The drug is safe for children and adults.'])
    expect(outcome).toBe('unsupported')
    expect(reason).toBe('the claim has "not" within three words of "safe", where the nearest sentence has no such word')
    expect(evidence).toEqual([{ context: 0, quote: 'The drug is safe for children and adults.', verified: true, span: [0, 41] }])
  })

  test('a claim about something else is unsupported', async () => {
    const { outcome, reason } = await judge('Photosynthesis converts light into chemical energy.', [tower])
    expect(outcome).toBe('unsupported')
    expect(reason).toMatch(/^the contexts hold 0\.\d\d of its content words, rare ones/)
  })

  test('contexts without text support nothing', async () => {
    expect(await judge('The tower is tall.', ['', ' \n'])).toMatchObject({ outcome: 'unsupported', evidence: [] })
    expect(await judge('他是医生。', [])).toMatchObject({ outcome: 'unsupported', evidence: [] })
  })
})

describe('what stands there almost word for word', () => {
  test('is supported, with the sentence as a verified quote at its place in the full list', async () => {
    const contexts = ['', 'Paris is large.', 'Paris is large.', tower]
    const { outcome, reason, evidence } = await judge('The Eiffel Tower was completed in 1889.', contexts)
    expect({ outcome, reason }).toEqual({ outcome: 'supported', reason: 'near_verbatim' })
    const [quoted] = evidence
    expect(quoted).toMatchObject({ context: 3, verified: true, quote: 'The Eiffel Tower was completed in 1889 for the World Fair.' })
    expect(contexts[3]!.slice(...quoted!.span!)).toBe(quoted!.quote)
  })

  test('but negated on one side is not', async () => {
    expect((await judge('The drug is safe for children.', ['The drug is not safe for children.'])).outcome).toBe('undecided')
  })

  test('and a sentence that agrees counts also where another contradicts it', async () => {
    const contexts = ['The drug is not safe for children.', 'The drug is safe for children.']
    const { outcome, evidence } = await judge('The drug is safe for children.', contexts)
    expect(outcome).toBe('supported')
    expect(evidence[0]?.context).toBe(1)
  })

  test('a fragment of one word is not', async () => {
    expect((await judge('Paris', ['Paris is the capital of France.'])).outcome).toBe('undecided')
  })
})

describe('what words cannot settle', () => {
  test('is undecided, with a probability that a better claim exceeds', async () => {
    const context = 'Marie Curie received the Nobel Prize in Physics for her research on radiation.'
    const near = await judge('Marie Curie was awarded the Nobel Prize for research on radiation.', [context])
    const far = await judge('Marie Curie was praised for lectures on radiation and physics.', [context])
    expect([near.outcome, far.outcome]).toEqual(['undecided', 'undecided'])
    expect(near.probability).toBeGreaterThan(far.probability!)
  })

  test.each(['Yes.', '!!!', 'It is.'])('%s holds nothing to look for', async (claim) => {
    expect(await judge(claim, [tower])).toMatchObject({ outcome: 'undecided', reason: 'the claim holds no word of content' })
  })

  test.each([
    ['Chinese', '他住在上海。', '他是医生。他住在北京。'],
    ['Japanese', '東京は大阪より小さい。', '東京は日本の首都です。'],
    ['Thai', 'เขาเป็นหมอ', 'เขาอาศัยอยู่ในกรุงเทพ'],
    ['Russian', 'Президент подписал закон в 2020 году.', 'Закон подписан президентом в 2019 году.'],
  ])('a claim in %s is undecided, never unsupported', async (_language, claim, context) => {
    expect((await judge(claim, [context])).outcome).toBe('undecided')
  })

  test('an English claim against contexts in another language is undecided', async () => {
    expect((await judge('He lives in Shanghai.', ['他是医生。他住在北京。'])).outcome).toBe('undecided')
  })

  test.each([
    ['Chinese', '他住在北京', '他是医生。他住在北京。', '他住在北京。'],
    ['German', 'Der Hund lief über die Straße.', 'Danach schlief er. Der Hund lief über die Straße.', 'Der Hund lief über die Straße.'],
  ])('a claim in %s that a sentence repeats is supported', async (_language, claim, context, quote) => {
    expect(await judge(claim, [context])).toMatchObject({ outcome: 'supported', reason: 'near_verbatim', evidence: [{ quote }] })
  })

  test('a sentence that only contains a Chinese claim does not say it', async () => {
    expect((await judge('他是医生', ['不能说他是医生。'])).outcome).toBe('undecided')
  })
})

describe('the port', () => {
  test('it is a screen with a threshold, and signs with its version', () => {
    expect(screen).toMatchObject({ id: 'lexical', kind: 'screen', signature: `lexical@${screen.version}` })
    expect(screen.threshold).toBeGreaterThan(0)
    expect(screen.threshold).toBeLessThan(1)
  })

  test('an aborted run is left at once', async () => {
    const aborted = createDirectRuntime({ signal: AbortSignal.abort() })
    await expect(screen.verify({ claims: [], contexts: [tower], runtime: aborted })).rejects.toMatchObject({ kind: 'aborted' })
  })

  test('markup, keys of objects and broken characters are words like others', async () => {
    const claim = 'The __proto__ of constructor costs {{7*7}} $& <b>\u0000 \ud800 hasOwnProperty.'
    const { outcome, probability } = await judge(claim, ['toString valueOf __proto__ \udc00', claim])
    expect(outcome).toBe('supported')
    expect(probability).toBeGreaterThan(screen.threshold!)
  })

  test.each([
    ['one word over and over', 'cat '.repeat(100_000)],
    ['sentences that all tie', 'The cat is not here. '.repeat(20_000)],
    ['digits and commas', '1,111,'.repeat(50_000)],
    ['one endless word', 'a'.repeat(300_000)],
    ['one endless number', '1'.repeat(300_000)],
    ['number words', 'two hundred and five thousand '.repeat(20_000)],
    ['capitals', 'Ab '.repeat(100_000)],
    ['one word of nine megabytes', 'a'.repeat(9_000_000)],
    ['one word in capitals and in another script', `A${'中'.repeat(5_000_000)}`],
    ['one number of nine megabytes', '1'.repeat(9_000_000)],
  ])('%s, as claim and as context, gets a verdict', async (_name, text) => {
    for (const verdict of [await judge(text, ['The cat is here.', text]), await judge('The cat is here.', [text])]) {
      expect(verdict.probability).toBeGreaterThanOrEqual(0)
      expect(verdict.probability).toBeLessThanOrEqual(1)
    }
  })
})

describe('laws', () => {
  const word = fc.constantFrom(
    'the',
    'cat',
    'cats',
    'not',
    'sat',
    'Rome',
    'Paris',
    '12',
    'twelve',
    'never',
    'sitting',
    '5',
    '%',
    'safety',
    'safely',
    'and',
    '医生',
  )
  const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(' ')}.`)
  const context = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((sentences) => sentences.join(' '))
  const contexts = fc.array(context, { minLength: 1, maxLength: 5 })

  test('of sentences that lack the negation of different words, the first word of the claim is named, whatever their order', async () => {
    const reasons = await Promise.all(
      [
        ['sat the. not the the the Paris.', 'Paris sat. the.'],
        ['Paris sat. the.', 'sat the. not the the the Paris.'],
      ].map(async (given) => (await judge('not sat Paris the.', given)).reason),
    )
    expect(reasons[0]).toBe(reasons[1])
  })

  test('order, blanks and repeats of contexts change no verdict and no probability, to the last bit', async () => {
    await fc.assert(
      fc.asyncProperty(sentence, contexts, fc.infiniteStream(fc.nat(100)), async (claim, given, numbers) => {
        const shuffled = given
          .map((text) => ({ text, key: numbers.next().value! }))
          .sort((a, b) => a.key - b.key)
          .flatMap(({ text, key }) => (key % 3 === 0 ? [text, ' ', text] : [text]))
        expect(withoutPlace(await judge(claim, [...shuffled, '', given[0]!]))).toEqual(withoutPlace(await judge(claim, given)))
      }),
    )
  })

  test('every claim gets one verdict under its id, the same alone or in company', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { maxLength: 5 }), contexts, async (texts, given) => {
        const claims = texts.map((text, at) => ({ id: `c${at + 1}`, text }))
        const { verdicts: together } = await screen.verify({ claims, contexts: given, runtime })
        expect(together.map(({ claim }) => claim)).toEqual(claims.map(({ id }) => id))
        for (const [at, claim] of claims.entries()) {
          expect(await screen.verify({ claims: [claim], contexts: given, runtime })).toEqual({ verdicts: [together[at]] })
        }
      }),
    )
  })

  test('every quote stands at its span, and a decided unsupported claim lies below the threshold', async () => {
    await fc.assert(
      fc.asyncProperty(sentence, contexts, async (claim, given) => {
        const { outcome, probability, evidence } = await judge(claim, given)
        for (const { context: at, quote, span } of evidence) expect(given[at]!.slice(...span!)).toBe(quote)
        if (outcome === 'unsupported') expect(probability).toBeLessThan(screen.threshold!)
      }),
    )
  })
})
