import {
  AssayError,
  directRuntime,
  type LLMAdapter,
  type Metric,
  meterRuntime,
  type Runtime,
  type SampleWith,
  type Score,
  scored,
  unscored,
  unscoredBy,
  Suspended,
} from '@assay/core'

/** Ways in which a metric can be wrong, one at a time. */
export type Flaw =
  | 'two lines'
  | 'undefined in the detail'
  | 'reads the clock'
  | 'sorts the sample'
  | 'reads the response'
  | 'fails on an empty reference'
  | 'throws for a fault'
  | 'says missing_field'
  | 'swallows failures as 0'
  | 'swallows mistakes'
  | 'swallows Suspended'
  | 'no usage'
  | 'no usage of failures'
  | 'defaults a verdict'
  | 'forgets its name'

type Fields = 'reference' | 'retrievedContexts'
type Detail = { said: string; at?: number | undefined }

/** Asks a judge for the share of a reference that the contexts hold: first for a yes, then for the number. */
export function shareMetric({ judge, name = 'share' }: { judge: LLMAdapter; name?: string }, flaw?: Flaw): Metric<Fields, Detail> {
  const signature = flaw === 'two lines' ? 'share\nv1' : 'share|v1'
  let clock = 0

  const ask = async (runtime: Runtime, question: string, allowed: RegExp): Promise<string> => {
    const { value } = await runtime.generate(
      judge,
      { messages: [{ role: 'user', parts: [{ text: question }] }] },
      {
        read({ text }) {
          if (allowed.test(text)) return text
          if (flaw === 'defaults a verdict') return '0'
          throw new AssayError({ kind: 'invalid_reply', message: `No answer in: ${text}` })
        },
      },
    )
    return value
  }

  const scoreSample = async (sample: SampleWith<Fields>, runtime: Runtime): Promise<Score<Detail>> => {
    const { reference, retrievedContexts, response } = sample
    if (flaw === 'sorts the sample') (retrievedContexts as string[]).sort()
    if (reference === '') {
      if (flaw === 'fails on an empty reference') throw new TypeError('no reference')
      return unscored({ signature, cause: flaw === 'says missing_field' ? 'missing_field' : 'empty_reference', reason: 'No reference.' })
    }
    if (reference.includes('\0')) {
      const error = new AssayError({ kind: 'data', message: 'The reference is binary.' })
      if (flaw === 'throws for a fault') throw error
      return unscoredBy(error, { signature })
    }
    await ask(runtime, `Is this readable? ${reference}`, /^(yes|0\.\d+)$/)
    const seen = flaw === 'reads the response' ? response : ''
    const said = await ask(runtime, `Share of ${reference} in ${retrievedContexts.join()}${seen}`, /^0\.\d+$/)
    const at = flaw === 'reads the clock' ? (clock += 1) : flaw === 'undefined in the detail' ? undefined : 0
    return scored({ signature, value: Number(said), reason: 'As judged.', detail: { said, at } })
  }

  return {
    specificationVersion: 'v1',
    name,
    version: '1',
    kind: 'llm',
    direction: 'maximize',
    needs: ['reference', 'retrievedContexts'],
    signature,
    config: flaw === 'forgets its name' ? { type: 'share' } : { type: 'share', name },
    async score(sample, given) {
      const runtime = meterRuntime(given ?? directRuntime())
      try {
        const score = await scoreSample(sample, runtime)
        return flaw === 'no usage' ? score : { ...score, usage: runtime.usage() }
      } catch (error) {
        if (flaw === 'throws for a fault') throw error
        const isSwallowed =
          (flaw === 'swallows failures as 0' && AssayError.is(error)) ||
          (flaw === 'swallows mistakes' && error instanceof TypeError) ||
          (flaw === 'swallows Suspended' && Suspended.is(error))
        if (isSwallowed) return scored({ signature, value: 0, reason: 'It failed.', detail: { said: '' }, usage: runtime.usage() })
        return unscoredBy(error, flaw === 'no usage of failures' ? { signature } : { signature, usage: runtime.usage() })
      }
    },
  }
}
