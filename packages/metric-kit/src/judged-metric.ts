import {
  AssayError,
  contextsOf,
  type DetailSummarizer,
  type GivenSample,
  directRuntime,
  type MeteredRuntime,
  meterRuntime,
  type Metric,
  readSample,
  type Runtime,
  type SampleField,
  type SampleWith,
  type Score,
  scored,
  textOf,
  unscored,
  unscoredBy,
  type UnscoredCause,
} from '@assay/core'
import type { RowTexts } from './cells.ts'
import type { MetricIdentity } from './metric-identity.ts'

/** One row for a judge. */
export type JudgedRow<Detail> = {
  readonly texts: RowTexts
  /** Counts the calls through it. */
  readonly runtime: MeteredRuntime
  /** Replies may be reused within it. */
  readonly scope: object
  /** The detail to add if the row fails: computed only then, with the repairs before the failure. */
  readonly onFailure: (known: (repairs: readonly string[]) => Partial<Detail>) => void
}

/** The outcome of a row: a value, or the cause for which it has none. */
export type Outcome<Detail> =
  | {
      readonly value: number
      readonly range?: readonly [number, number] | undefined
      readonly verdict?: boolean
      readonly reason: string
      readonly detail: Detail
    }
  | { readonly cause: UnscoredCause; readonly reason: string; readonly detail?: Partial<Detail> }

/** A metric whose rows are sent to a judge: it reads fields, counts calls, and leaves failed rows unscored. */
export function judgedMetric<const Field extends SampleField, Detail>(o: {
  readonly name: string
  readonly version: string
  readonly identity: Pick<MetricIdentity, 'kind' | 'evidence' | 'signature' | 'config'>
  readonly direction: 'maximize' | 'minimize'
  readonly needs: readonly Field[]
  /** Read if a row has it. */
  readonly reads?: readonly 'userInput'[]
  readonly summarize?: (() => DetailSummarizer<Detail>) | undefined
  /** @throws AssayError for a judge's failure; `Suspended` passes through. */
  readonly outcome: (row: JudgedRow<Detail>) => Promise<Outcome<Detail>>
}): Metric<Field, Detail> {
  const { name, version, identity, direction, needs, reads = [], summarize, outcome } = o
  const { kind, evidence, signature, config } = identity

  async function score(given: SampleWith<Field>, base: Runtime = directRuntime()): Promise<Score<Detail>> {
    const runtime = meterRuntime(base)
    let known: ((repairs: readonly string[]) => Partial<Detail>) | undefined
    try {
      const texts = textsOf(given, [...needs, ...reads])
      const found = await outcome({ texts, runtime, scope: base, onFailure: (detail) => void (known = detail) })
      const usage = runtime.usage()
      if ('cause' in found) return unscored({ signature, usage, ...found })
      const { verdict, ...rest } = found
      const made = scored({ signature, usage, ...rest })
      return verdict === undefined ? made : { ...made, verdict }
    } catch (error) {
      const repairs = AssayError.is(error) ? (error.repairs ?? []) : []
      return unscoredBy(error, { signature, usage: runtime.usage(), detail: known?.(repairs) })
    }
  }

  return {
    specificationVersion: 'v1',
    name,
    version,
    kind,
    evidence,
    direction,
    needs,
    ...(reads.length === 0 ? {} : { reads }),
    signature,
    config,
    score,
    ...(summarize === undefined ? {} : { summarize }),
  }
}

/** @throws AssayError `data` if a field holds something other than its texts. */
function textsOf(given: GivenSample, fields: readonly SampleField[]): RowTexts {
  const sample = readSample(given, fields)
  const isRead = (field: SampleField): boolean => fields.includes(field)
  return {
    reference: isRead('reference') ? textOf(sample, 'reference') : '',
    response: isRead('response') ? textOf(sample, 'response') : '',
    contexts: isRead('retrievedContexts') ? contextsOf(sample, 'retrievedContexts') : [],
    userInput: isRead('userInput') ? (sample.userInput ?? undefined) : undefined,
  }
}
