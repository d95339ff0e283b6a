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
  /** `llm` if the metric calls a model; other kinds may not. Default `non-llm`. */
  readonly kind?: MetricKind
  /** What the scores rest on. Default `judge` for kind `llm`, else `exact`. */
  readonly evidence?: Metric['evidence']
  /** Default `maximize`. */
  readonly direction?: Metric['direction']
  /** The current value of every option that can change a score. They are part of the signature. */
  readonly options?: Readonly<Record<string, JsonValue | undefined>>
  /** What a catalog needs to build the metric again, once it is registered. Default `null`: the metric runs only in this process. */
  readonly config?: Metric['config']
  /**
   * Returns a number in [0, 1], or a score made by `scored` or `unscored`. Call models and embeddings through `runtime`, which counts
   * their usage. A thrown AssayError leaves the row unscored.
   */
  readonly score: (sample: SampleWith<Field>, runtime: Runtime) => Given<Detail> | Promise<Given<Detail>>
}

type Given<Detail> = number | UnsignedScore<Detail>

/**
 * Defines a custom metric.
 *
 * ```ts
 * const isShort = defineMetric({
 *   name: 'is_short',
 *   needs: ['retrievedContexts'],
 *   score: ({ retrievedContexts }) => (retrievedContexts.length <= 5 ? 1 : 0),
 * })
 * ```
 * @throws AssayError `config` for a definition without a name, `needs` or `score`. Scoring throws RangeError for a value outside [0, 1],
 * and TypeError for anything that is no score.
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

/** Completes the score with the fields of the metric. The metric itself counts calls that bypass the runtime. */
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a metric that returns a number has no detail
  return scored({ value, reason: `${name} is ${value}.` }) as UnsignedScore<Detail>
}

/** Without the right kind, a metric that calls a model would be reported, priced and planned as one that does not. */
function withoutModels(runtime: Runtime, name: string): Runtime {
  return {
    ...runtime,
    generate: () => Promise.reject(new TypeError(`${name} calls a model. Set kind: 'llm' in its definition.`)),
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
