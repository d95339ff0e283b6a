import { configError } from './config-error.ts'
import { canonicalJson } from './canonical-json.ts'
import { directRuntime } from './direct-runtime.ts'
import { isRecord } from './is-record.ts'
import type { JsonValue } from './json.ts'
import { type MeteredRuntime, meterRuntime } from './metered-runtime.ts'
import type { Metric, MetricKind } from './metric.ts'
import type { Runtime } from './runtime.ts'
import type { SampleField, SampleWith } from './sample.ts'
import { requireValue, type Score, scored, unscoredBy, type UnsignedScore } from './score.ts'
import { renderSignature, type SignatureValue } from './signature.ts'

/** A metric as its author writes it. The rest of a `Metric` follows from this. */
export type MetricDefinition<Field extends SampleField, Detail> = Pick<Metric<Field, Detail>, 'name' | 'needs' | 'reads' | 'summarize'> & {
  /** Change it whenever any score can change. Default `1`. */
  readonly version?: string
  /** `llm` where it asks a model: only then may it. Default `non-llm`. */
  readonly kind?: MetricKind
  /** What the scores rest on. Default `judge` for kind `llm`, else `exact`. */
  readonly evidence?: Metric['evidence']
  /** Default `maximize`. */
  readonly direction?: Metric['direction']
  /** Every option that can change a score, as it is set. They stand in the signature. */
  readonly options?: Readonly<Record<string, JsonValue | undefined>>
  /** What a catalog makes the metric again from, once it is registered. Default `null`: it runs here only. */
  readonly config?: Metric['config']
  /**
   * A number in [0, 1], or a score by `scored` or `unscored`. Models and embeddings are asked through `runtime`, which counts what that costs.
   * What it throws as AssayError leaves the row unscored.
   */
  readonly score: (sample: SampleWith<Field>, runtime: Runtime) => Given<Detail> | Promise<Given<Detail>>
}

type Given<Detail> = number | UnsignedScore<Detail>

/**
 * A metric of your own.
 *
 * ```ts
 * const isShort = defineMetric({
 *   name: 'is_short',
 *   needs: ['retrievedContexts'],
 *   score: ({ retrievedContexts }) => (retrievedContexts.length <= 5 ? 1 : 0),
 * })
 * ```
 * @throws AssayError `config` for a definition without a name, `needs` or `score`. Scoring throws RangeError for a value that is not in
 * [0, 1], and TypeError for what is no score.
 */
export function defineMetric<const Field extends SampleField, Detail = Readonly<Record<string, never>>>(
  definition: MetricDefinition<Field, Detail>,
): Metric<Field, Detail> {
  requireDefinition(definition)
  const { name, version = '1', kind = 'non-llm', direction = 'maximize', config = null, options = {} } = definition
  const { needs, reads, evidence, summarize, score } = definition
  const signature = renderSignature(name, Object.entries(options).map(signaturePart), version)
  return {
    specificationVersion: 'v1',
    name,
    version,
    kind,
    direction,
    needs,
    signature,
    config,
    async score(sample, given = directRuntime()) {
      const runtime = meterRuntime(given)
      try {
        const made = await score(sample, kind === 'llm' || kind === 'composite' ? runtime : withoutModels(runtime, name))
        return signed(made, { name, signature, runtime })
      } catch (error) {
        return unscoredBy<Detail>(error, { signature, usage: runtime.usage() })
      }
    },
    ...(reads === undefined ? {} : { reads }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(summarize === undefined ? {} : { summarize }),
  }
}

/** The score with what only the metric knows. What was asked past the runtime is counted by whoever asked. */
function signed<Detail>(
  made: Given<Detail>,
  { name, signature, runtime }: { readonly name: string; readonly signature: string; readonly runtime: MeteredRuntime },
): Score<Detail> {
  const score = typeof made === 'number' ? plainScore<Detail>(made, name) : made
  const given: unknown = score
  if (!isRecord(given) || (given['status'] !== 'scored' && given['status'] !== 'unscored')) {
    throw new TypeError(
      `${name}: score gave ${isRecord(given) ? 'an object that is no score' : String(given)}. Give a number in [0, 1], scored({ … }) or unscored({ … }).`,
    )
  }
  if (score.status === 'scored') requireValue(score.value, name)
  const metered = runtime.usage()
  return { ...score, signature, usage: metered.calls === 0 ? score.usage : metered }
}

function plainScore<Detail>(value: number, name: string): UnsignedScore<Detail> {
  requireValue(value, name)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a metric that gives a number says nothing beside it
  return scored({ value, reason: `${name} is ${value}.` }) as UnsignedScore<Detail>
}

/** Without its kind a metric that asks a model would be reported, priced and planned as one that asks nobody. */
function withoutModels(runtime: Runtime, name: string): Runtime {
  return {
    ...runtime,
    generate: () => Promise.reject(new TypeError(`${name} asks a model. Say kind: 'llm' where it is defined.`)),
  }
}

function signaturePart([option, value]: readonly [string, JsonValue | undefined]): readonly [string, SignatureValue | undefined] {
  return [option, typeof value === 'object' ? canonicalJson(value) : value]
}

function requireDefinition({
  name,
  version = '1',
  needs,
  score,
}: { readonly [Part in 'name' | 'version' | 'needs' | 'score']?: unknown }): void {
  const fault =
    typeof name !== 'string' || name.trim() === ''
      ? 'name: it is missing. Give a text that is unique in a run'
      : typeof version !== 'string' || !/^[^\s|:]+$/.test(version)
        ? `${name}: version is a text without white space, | and :, as in '1'`
        : !Array.isArray(needs)
          ? `${name}: needs is missing. List the fields of a sample that it reads, as in needs: ['reference', 'retrievedContexts']`
          : typeof score !== 'function'
            ? `${name}: score is missing. Give a function of a sample`
            : undefined
  if (fault !== undefined) throw configError(`defineMetric: ${fault}.`)
}
