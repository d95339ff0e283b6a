import { type AnyMetric, AssayError, directRuntime, type LLMAdapter, type Metric, meterRuntime, type MetricConfig, type Score, scored, unscored, unscoredBy } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'

type IdField = 'referenceContextIds' | 'retrievedContextIds'
export type ShareDetail = { readonly hits: number }

/** Share of the reference ids that were retrieved, at once; `of: 'retrieved'` turns it round. */
export function idShare({ of = 'reference', name = `ids_${of}` }: { of?: 'reference' | 'retrieved'; name?: string } = {}): Metric<
  IdField,
  ShareDetail
> {
  const signature = `ids|of:${of}|v1`
  const scoreNow = ({ referenceContextIds: wanted, retrievedContextIds: got }: Parameters<Metric<IdField>['score']>[0]): Score<ShareDetail> => {
    if (wanted.length === 0) return unscored({ signature, cause: 'empty_reference', reason: 'No reference ids.' })
    if (wanted.some((id) => id === null)) return unscored({ signature, cause: 'data', reason: 'An id is null.' })
    const [these, those] = of === 'reference' ? [wanted, got] : [got, wanted]
    const hits = these.filter((id) => those.includes(id)).length
    return scored({ signature, value: these.length === 0 ? 0 : hits / these.length, reason: `${hits} ids.`, detail: { hits } })
  }
  return {
    specificationVersion: 'v1',
    name,
    version: '1',
    kind: 'id',
    direction: 'maximize',
    needs: ['referenceContextIds', 'retrievedContextIds'],
    signature,
    config: { type: 'id-share', of, name },
    score: (sample) => Promise.resolve(scoreNow(sample)),
    scoreNow,
  }
}

export type LengthDetail = { readonly length: number }

/** 1 / (1 + length of the reference), later. */
export function brevity({ direction = 'maximize' }: { direction?: 'maximize' | 'minimize' } = {}): Metric<'reference', LengthDetail> {
  return {
    specificationVersion: 'v1',
    name: 'brevity',
    version: '2',
    kind: 'non-llm',
    direction,
    needs: ['reference'],
    signature: 'brevity|v2',
    config: { type: 'brevity', direction },
    score: ({ reference }) =>
      Promise.resolve(
        scored({
          signature: 'brevity|v2',
          value: 1 / (1 + reference.length),
          reason: 'Short.',
          detail: { length: reference.length },
        }),
      ),
  }
}

export const judge: LLMAdapter = scriptedAdapter(({ messages }) => ({
  text: messages.at(-1)?.parts[0]?.text.includes('Oslo') === true ? '0.75' : '0.25',
  usage: { calls: 1, inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: null, outputTokens: 1, reasoningTokens: null },
}))

export type JudgedDetail = { readonly said: string }

/** What a model makes of the reference. Sums up how often it was called. */
export function judged({ evidence = 'judge', name = 'judged' }: { evidence?: 'judge' | 'screen'; name?: string } = {}): Metric<
  'reference',
  JudgedDetail
> {
  const signature = 'judged|judge:scripted|v1'
  return {
    specificationVersion: 'v1',
    name,
    version: '1',
    kind: 'llm',
    evidence,
    direction: 'maximize',
    needs: ['reference'],
    signature,
    config: { type: 'judged', evidence, name },
    async score({ reference }, runtime) {
      if (reference.trim() === '') return unscored({ signature, cause: 'empty_reference', reason: 'Blank.' })
      const meter = meterRuntime(runtime ?? directRuntime())
      try {
        const call = { messages: [{ role: 'user' as const, parts: [{ text: reference }] }] }
        const { value } = await meter.generate(judge, call, { read: ({ text }) => readNumber(text) })
        const range = evidence === 'screen' ? ([0, value] as const) : undefined
        return scored({ signature, value, range, reason: 'Judged.', detail: { said: String(value) }, usage: meter.usage() })
      } catch (error) {
        return unscoredBy(error, { signature, usage: meter.usage() })
      }
    },
    summarize() {
      let scores = 0
      return {
        add: () => void (scores += 1),
        result: () => ({ scores, note: `scored ${scores} times` }),
      }
    },
  }
}

/** Makes the parts again, as a catalog does. */
export function partFrom(config: MetricConfig): AnyMetric {
  const { type, ...options } = config
  const make = { 'id-share': idShare, brevity, judged }[type]
  if (make === undefined) throw new RangeError(`no part ${type}`)
  return make(options as never) as AnyMetric
}

function readNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new AssayError({ kind: 'invalid_reply', message: `"${text}" is no number.` })
  return value
}
