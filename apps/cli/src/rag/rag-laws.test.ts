import { type AnyMetric, createDirectRuntime, type LLMCall, scoreRow } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  claimUtilization,
  contextPrecision,
  contextRecall,
  evaluate,
  factualCorrectness,
  faithfulness,
  hallucination,
  noiseSensitivity,
  selfKnowledge,
} from '../index.ts'

/** What is true of one row: of each claim of the response, whether the contexts together, the reference, and each context alone support it. */
type World = {
  readonly said: readonly {
    readonly joint: boolean
    readonly right: boolean
    readonly alone: readonly boolean[]
    readonly quoted: readonly number[]
  }[]
  readonly wanted: readonly { readonly joint: boolean; readonly stated: boolean; readonly alone: readonly boolean[] }[]
  readonly contexts: number
}

const worlds: fc.Arbitrary<World> = fc.integer({ min: 0, max: 4 }).chain((contexts) => {
  const alone = fc.array(fc.boolean(), { minLength: contexts, maxLength: contexts })
  const quoted = fc.array(fc.nat({ max: Math.max(0, contexts - 1) }), { maxLength: 3 })
  return fc.record({
    said: fc.array(fc.record({ joint: fc.boolean(), right: fc.boolean(), alone, quoted }), { minLength: 1, maxLength: 6 }),
    wanted: fc.array(fc.record({ joint: fc.boolean(), stated: fc.boolean(), alone }), { minLength: 1, maxLength: 5 }),
    contexts: fc.constant(contexts),
  })
})

const contextsOf = ({ contexts }: World): string[] => Array.from({ length: contexts }, (_, at) => `The text of context ${at}.`)
const sampleOf = (world: World) => ({
  userInput: 'What is it?',
  reference: 'The reference.',
  response: 'The response.',
  retrievedContexts: contextsOf(world),
})

/** An honest judge of such a world. */
function judgeOf(world: World) {
  const all = contextsOf(world)
  return scriptedAdapter((call) => {
    if (call.output?.name === 'claims') return JSON.stringify({ claims: world.wanted.map((_, at) => `Wanted ${at}.`) })
    if (call.output?.name === 'answer_claims') return JSON.stringify({ claims: world.said.map((_, at) => `Said ${at}.`), declines: false })
    const { contexts, claims } = shownIn(call)
    const verdicts = claims.map(({ id, kind, number }) => {
      const said = kind === 'Said' ? world.said[number] : undefined
      const wanted = kind === 'Wanted' ? world.wanted[number] : undefined
      const [only = ''] = contexts
      const isText = only.startsWith('The re')
      const isJoint = !isText && contexts.length === all.length
      const evidence = isJoint && contexts.length > 1 ? (said?.quoted ?? []).map((at) => ({ context: at + 1, quote: all[at] ?? '' })) : []
      const alone = (said ?? wanted)?.alone[all.indexOf(only)]
      // With one context, together and alone are the same call.
      const supported = isText ? (said?.right ?? wanted?.stated) : isJoint ? (said ?? wanted)?.joint : alone
      return { claim: id, reason: 'r', evidence, supported: supported === true }
    })
    return JSON.stringify({ verdicts })
  })
}

function shownIn(call: LLMCall) {
  const text = call.messages[1]?.parts.map((part) => part.text).join('') ?? ''
  return {
    contexts: [...text.matchAll(/<context-\w+ number="\d+">\n([^]*?)\n<\/context/g)].map(([, data = '']) => data),
    claims: [...text.matchAll(/<claim-\w+ id="(\w+)">\n(\w+) (\d+)\.\n/g)].map(([, id = '', kind = '', number = '']) => ({
      id,
      kind,
      number: Number(number),
    })),
  }
}

const metricsOf = (judge: ReturnType<typeof judgeOf>) =>
  [
    contextRecall({ judge }),
    faithfulness({ judge }),
    factualCorrectness({ judge }),
    factualCorrectness({ judge, mode: 'precision' }),
    factualCorrectness({ judge, mode: 'recall' }),
    hallucination({ judge }),
    selfKnowledge({ judge }),
    noiseSensitivity({ judge }),
    noiseSensitivity({ judge, mode: 'irrelevant' }),
    claimUtilization({ judge }),
    contextPrecision({ judge, by: 'claims' }),
  ] as never as readonly AnyMetric[]

async function valuesOf(world: World): Promise<Record<string, number | string>> {
  const judge = judgeOf(world)
  const runtime = createDirectRuntime()
  const scores = await Promise.all(
    metricsOf(judge).map(async (metric) => [metric.name, await scoreRow(metric, sampleOf(world), runtime)] as const),
  )
  return Object.fromEntries(scores.map(([name, score]) => [name, score.status === 'scored' ? score.value : score.cause]))
}

test('what is wrong adds up: noise of both kinds and hallucination are 1 − factual precision', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const value = await valuesOf(world)
      const parts = Number(value['noise_sensitivity']) + Number(value['noise_sensitivity_irrelevant']) + Number(value['hallucination'])
      expect(parts).toBeCloseTo(1 - Number(value['factual_precision']), 12)
    }),
  )
})

test('what is not grounded adds up: hallucination and self-knowledge are 1 − faithfulness', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const value = await valuesOf(world)
      expect(Number(value['hallucination']) + Number(value['self_knowledge'])).toBeCloseTo(1 - Number(value['faithfulness']), 12)
    }),
  )
})

test('values are as counted by hand', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const value = await valuesOf(world)
      const { said, wanted, contexts } = world
      const share = (of: readonly unknown[], some: readonly unknown[]): number => some.length / of.length
      const isJoint = (claim: { joint: boolean }): boolean => contexts > 0 && claim.joint
      expect(value['faithfulness']).toBe(share(said, said.filter(isJoint)))
      expect(value['factual_recall']).toBe(
        share(
          wanted,
          wanted.filter(({ stated }) => stated),
        ),
      )
      const recalled = wanted.filter(isJoint)
      expect(value['context_recall']).toBe(share(wanted, recalled))
      expect(value['claim_utilization']).toBe(
        recalled.length === 0
          ? 'nothing_recalled'
          : share(
              recalled,
              recalled.filter(({ stated }) => stated),
            ),
      )
    }),
  )
})

test('no value changes because another metric is asked beside it', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { minLength: 1 }), async (world, chosen) => {
      const alone = await valuesOf(world)
      const judge = judgeOf(world)
      const all = metricsOf(judge)
      const run = evaluate({ data: [sampleOf(world)], metrics: chosen.flatMap((at) => all[at] ?? []) })
      for await (const { result } of run)
        for (const [name, score] of Object.entries(result.scores))
          expect(score.status === 'scored' ? score.value : score.cause).toBe(alone[name])
    }),
    { numRuns: 40 },
  )
})

test('repeated and blank contexts change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const judge = judgeOf(world)
      const { retrievedContexts, ...rest } = sampleOf(world)
      const repeated = { ...rest, retrievedContexts: [...retrievedContexts, ' ', ...retrievedContexts.toReversed()] }
      const plain = await valuesOf(world)
      for (const metric of metricsOf(judge)) {
        const score = await scoreRow(metric, repeated, createDirectRuntime())
        expect(score.status === 'scored' ? score.value : score.cause).toBe(plain[metric.name])
      }
    }),
    { numRuns: 40 },
  )
})
