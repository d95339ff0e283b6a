import assert from 'node:assert/strict'
import { type FinishReason, noUsage, unknownUsage, type Usage } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { assertJson } from '../json-value.ts'
import { settled } from '../settled.ts'
import { AssayError } from '@assay/core'
import { type ServedBench, smallCall } from './llm-adapter-subject.ts'
import { answerOf, onStage, plainAnswer } from './on-stage.ts'

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'length', 'refusal', 'content_filter', 'error', 'other']
const KNOWN = { inputTokens: 120, outputTokens: 34, cachedInputTokens: 20, cacheWriteTokens: 10, reasoningTokens: 4 }

/** Checks of how a response becomes a reply. */
export function replyChecks(bench: ServedBench): ConformanceCheck[] {
  const { server } = bench
  const { counts = [] } = server
  const knownCounts = ['inputTokens', 'outputTokens', ...counts] as const
  return [
    {
      name: 'returns the whole text, in a reply that is JSON',
      run: () => {
        const text = ' \n{"a":"🦊 \\u0000 e\u0301 <|end|>"}\t\n'
        return onStage(bench, plainAnswer(server, text), async ({ adapter }) => {
          const reply = await adapter.doGenerate(smallCall)
          assert.equal(reply.text, text)
          assertJson(reply, 'the reply')
          for (const id of [reply.modelId, reply.requestId]) assert.ok(id === undefined || (typeof id === 'string' && id !== ''))
        })
      },
    },
    ...FINISH_REASONS.flatMap((finishReason): ConformanceCheck[] => {
      const answer = answerOf(server, { text: 'as far as it went', finishReason })
      if (answer === undefined) return []
      const name =
        finishReason === 'other' ? 'takes a whole answer with a finish reason it does not know' : `tells finish reason ${finishReason}`
      return [
        {
          name,
          run: () =>
            onStage(bench, answer, async ({ adapter }) => {
              const reply = await adapter.doGenerate(smallCall)
              assert.deepEqual([reply.finishReason, reply.text], [finishReason, 'as far as it went'])
            }),
        },
      ]
    }),
    {
      name: `counts one call and the tokens that the server reports (${knownCounts.join(', ')})`,
      run: () =>
        assertUsage(bench, KNOWN, (usage) => assert.deepEqual(pick(usage, knownCounts), pick({ ...KNOWN, calls: 1 }, knownCounts))),
    },
    {
      name: 'a reported 0 is 0',
      run: () => assertUsage(bench, noUsage, ({ inputTokens, outputTokens }) => assert.deepEqual([inputTokens, outputTokens], [0, 0])),
    },
    {
      name: 'a usage that is not reported is unknown: null, never 0',
      run: () => assertUsage(bench, null, (usage) => assert.deepEqual(usage, unknownUsage())),
    },
    {
      name: 'an answer without any text is empty_reply or an empty text, never made up',
      run: () =>
        onStage(bench, plainAnswer(server, ''), async ({ adapter }) => {
          const outcome = await settled(adapter.doGenerate(smallCall), 'an empty answer')
          if ('value' in outcome) assert.equal(outcome.value.text, '')
          else
            assert.ok(
              AssayError.is(outcome.error) && outcome.error.kind === 'empty_reply',
              `an empty answer failed with ${String(outcome.error)}`,
            )
        }),
    },
  ]
}

async function assertUsage(bench: ServedBench, usage: Omit<Usage, 'calls'> | null, holds: (usage: Usage) => void): Promise<void> {
  const answer = answerOf(bench.server, { usage })
  if (answer === undefined) assert.fail('server.reply must be able to give a plain text, with and without usage')
  await onStage(bench, answer, async ({ adapter }) => {
    const reply = await adapter.doGenerate(smallCall)
    assert.equal(reply.usage.calls, 1)
    holds(reply.usage)
  })
}

function pick(usage: Usage, names: readonly (keyof Usage)[]): Partial<Usage> {
  return Object.fromEntries(names.map((name) => [name, usage[name]]))
}
