import { describe, expect, test } from 'vitest'
import type { ReportMetric } from '../report/load-run.ts'
import { signatureDifferences } from './signature-differences.ts'

const metric = (signature: string, otherSignatures: readonly string[] = []): ReportMetric => ({
  name: 'm',
  version: '1',
  signature,
  otherSignatures,
  evidence: 'judge',
  direction: 'maximize',
  isRebuildable: true,
  cutoff: undefined,
  family: '',
})

describe('what differs in a signature', () => {
  test('each option that differs is named with both values, a left-out one as the default', () => {
    const a = metric('context_recall|strategy:batched|judge:openai%3Agpt-5-mini|prompt:3f9a2c|v1')
    const b = metric('context_recall|strategy:batched|judge:openai%3Agpt-5|votes:3|prompt:3f9a2c|v1')
    expect(signatureDifferences(a, b)).toEqual(['judge openai:gpt-5-mini -> openai:gpt-5', 'votes (default) -> 3'])
    expect(signatureDifferences(a, a)).toEqual([])
  })

  test('of a metric made from others, both signatures are shown whole', () => {
    const [a, b] = [metric('mean(x|v1;y|v1)'), metric('mean(x|v1;y|k:5|v1)')]
    expect(signatureDifferences(a, b)).toEqual(['mean(x|v1;y|v1) -> mean(x|v1;y|k:5|v1)'])
  })

  test('several judges in one run are a difference to one judge', () => {
    const [a, b] = [metric('m|judge:x|v1'), metric('m|judge:x|v1', ['m|judge:y|v1'])]
    expect(signatureDifferences(a, b)).toEqual(['m|judge:x|v1 -> m|judge:x|v1 and m|judge:y|v1'])
  })
})
