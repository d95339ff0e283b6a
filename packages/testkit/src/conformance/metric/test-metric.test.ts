import { type Sample, unknownUsage } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { scriptedAdapter } from '../../scripted-adapter.ts'
import { runChecks } from '../conformance-check.ts'
import { type Flaw, shareMetric } from './__fixtures__/share-metric.ts'
import { testMetric } from './test-metric.ts'

const samples: Sample[] = [
  { reference: 'Oslo is in Norway.', retrievedContexts: ['b', 'a'] },
  { reference: 'Rome is old.', retrievedContexts: [], response: 'It is.' },
]
const judge = scriptedAdapter(({ messages }) => {
  const question = messages[0]?.parts[0]?.text ?? ''
  const text = question.startsWith('Is this') ? 'yes' : `0.${question.length}`
  return { text, usage: { ...unknownUsage(), inputTokens: question.length, outputTokens: 1 } }
})

function checksOf(flaw?: Flaw) {
  return testMetric(shareMetric({ judge, name: 'mine' }, flaw), samples, {
    faulty: [{ reference: 'a\0b', retrievedContexts: ['c'] }],
    rebuild: ({ name }) => shareMetric(typeof name === 'string' ? { judge, name } : { judge }, flaw) as never,
  })
}

describe('a metric that keeps the contract passes every check', () => {
  for (const { name, run } of checksOf()) test(name, run)
})

test.each<[Flaw, RegExp]>([
  ['two lines', /a signature of one line/],
  ['forgets its name', /made again from its config/],
  ['undefined in the detail', /samples\[0\].*as JSON/],
  ['reads the clock', /samples\[0\].*twice the same/],
  ['sorts the sample', /samples\[0\].*the sample stays as it was/],
  ['reads the response', /the response changes nothing/],
  ['fails on an empty reference', /one with an empty reference is not missing it/],
  ['says missing_field', /one with an empty reference is not missing it/],
  ['throws for a fault', /faulty\[0\]/],
  ['swallows failures as 0', /fail with rate_limit/],
  ['swallows mistakes', /a programmer's mistake/],
  ['swallows Suspended', /Suspended passes through/],
  ['no usage', /usage of a score is that of all its calls/],
  ['no usage of failures', /fail with timeout leave the row unscored as timeout, with the calls counted/],
  ['defaults a verdict', /babbles/],
])('%s is found', async (flaw, name) => {
  const results = await runChecks(checksOf(flaw))
  const failed = results.flatMap((result) => (result.fault === undefined ? [] : [result.name]))
  expect(failed).toEqual(expect.arrayContaining([expect.stringMatching(name)]))
})

test('a metric that reads the response may change with it', async () => {
  const checks = testMetric(
    { ...shareMetric({ judge }, 'reads the response'), needs: ['reference', 'retrievedContexts', 'response'] },
    samples.slice(1),
  )
  expect((await runChecks(checks)).filter(({ fault }) => fault !== undefined)).toEqual([])
})
