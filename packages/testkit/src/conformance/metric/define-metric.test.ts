import { AssayError, defineMetric, scored, unscored } from '@assay/core'
import { describe, test } from 'vitest'
import { scriptedAdapter } from '../../scripted-adapter.ts'
import { testMetric } from './test-metric.ts'

const samples = [{ reference: 'Oslo.', retrievedContexts: ['Oslo. Bergen.', 'Rome.'] }]

describe('a metric that gives a number', () => {
  const metric = defineMetric({
    name: 'share_of_contexts',
    needs: ['reference', 'retrievedContexts'],
    options: { from: 0 },
    config: { type: 'share-of-contexts', from: 0 },
    score({ reference, retrievedContexts }) {
      if (retrievedContexts.length === 0) return unscored({ cause: 'data', reason: 'Nothing was retrieved.' })
      return retrievedContexts.filter((context) => context.includes(reference)).length / retrievedContexts.length
    },
  })
  const faulty = [{ reference: 'Oslo.', retrievedContexts: [] }]
  for (const { name, run } of testMetric(metric, samples, { faulty, rebuild: () => metric })) test(name, run)
})

describe('a metric that asks a judge', () => {
  const judge = scriptedAdapter('yes')
  const metric = defineMetric({
    name: 'says_yes',
    kind: 'llm',
    needs: ['reference'],
    options: { judge: 'scripted:scripted' },
    async score({ reference }, runtime) {
      const { value } = await runtime.generate(
        judge,
        { messages: [{ role: 'user', parts: [{ text: reference }] }] },
        { read: ({ text }) => readYes(text) },
      )
      return scored({ value, reason: 'The judge says so.', detail: { asked: reference } })
    },
  })
  for (const { name, run } of testMetric(metric, samples)) test(name, run)
})

function readYes(text: string): number {
  if (text === 'yes' || text === 'no') return text === 'yes' ? 1 : 0
  throw new AssayError({ kind: 'invalid_reply', message: 'The judge says neither yes nor no.', reply: text })
}
