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

/** One row as a judge is asked about it. */
export type JudgedRow<Detail> = {
  readonly texts: RowTexts
  /** Counts what is asked through it. */
  readonly runtime: MeteredRuntime
  /** What was asked in it may be reused within it. */
  readonly scope: object
  /** What the detail is to hold if the row fails: asked for only then, with what was repaired on the way to the failure itself. */
  readonly onFailure: (known: (repairs: readonly string[]) => Partial<Detail>) => void
}

/** What comes of a row: a value, or the cause for which it has none. */
export type Outcome<Detail> =
  | {
      readonly value: number
      readonly range?: readonly [number, number] | undefined
      readonly verdict?: boolean
      readonly reason: string
      readonly detail: Detail
    }
  | { readonly cause: UnscoredCause; readonly reason: string; readonly detail?: Partial<Detail> }

/** A metric whose rows a judge is asked about: fields are read, calls are counted, and what fails leaves the row unscored. */
export function judgedMetric<const Field extends SampleField, Detail>(o: {
  readonly name: string
  readonly version: string
  readonly identity: Pick<MetricIdentity, 'kind' | 'evidence' | 'signature' | 'config'>
  readonly direction: 'maximize' | 'minimize'
  readonly needs: readonly Field[]
  /** Read where a row has it. */
  readonly reads?: readonly 'userInput'[]
  readonly summarize?: (() => DetailSummarizer<Detail>) | undefined
  /** @throws AssayError for what a judge did; `Suspended` passes through. */
  readonly outcome: (row: JudgedRow<Detail>) => Promise<Outcome<Detail>>
}): Metric<Field, Detail> {
  const { name, version, identity, direction, needs, reads = [], summarize, outcome } = o
  const { kind, evidence, signature, config } = identity

  async function score(given: SampleWith<Field>, base: Runtime = directRuntime()): Promise<Score<Detail>> {
    const runtime = meterRuntime(base)
    let known: ((repairs: readonly string[]) => Partial<Detail>) | undefined
    try {
      const texts = textsOf(given, [...needs, ...reads])
      const found = await outcome({ texts, runtime, scope: base, onFailure: (tell) => void (known = tell) })
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

/** @throws AssayError `data` where a field holds something else than its texts. */
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
