import { createHash } from 'node:crypto'
import {
  AssayError,
  canonicalJson,
  configError,
  isEngineLimit,
  type JsonValue,
  type Metric,
  renderSignature,
  type Score,
  scored,
  type SignaturePart,
  unscoredBy,
} from '@assay/core'

export type TextMetricOptions = {
  /** Tells two metrics of one type apart in a run. */
  readonly name?: string | undefined
}

/** What the response was compared with, as text. */
export type ValueDetail = { readonly value: string }

/** What one text was found to be. */
export type TextOutcome<Detail> = {
  readonly holds: boolean
  /** One sentence for people. */
  readonly reason: string
  readonly detail: Detail
}

export type TextCheck<Detail> = {
  /** As in `MetricConfig.type`. */
  readonly type: string
  readonly name: string | undefined
  /** What the signature calls it, where one type is computed in several ways. Default: the type. */
  readonly signedAs?: string
  /** Options beside the name, as they stand in a configuration. Each of them changes scores, so each is in the signature. */
  readonly options: Readonly<Record<string, JsonValue>>
  /** @throws AssayError where this text cannot be checked: its row is then unscored. */
  readonly check: (response: string) => TextOutcome<Detail>
}

const VERSION = '1'
const LONGEST_SIGNED = 100
const LONGEST_SHOWN = 80

/** A metric that is 1 where the check holds for the response, and else 0. @throws AssayError `config` for a blank name. */
export function textMetric<Detail>({ type, name, signedAs, options, check }: TextCheck<Detail>): Metric<'response', Detail> {
  if (name?.trim() === '') throw configError(`${type}: the name is blank. Give it a name, or leave the option out.`)
  const label = type.replaceAll('-', '_')
  const parts = Object.entries(options).map(([option, value]): SignaturePart => [snakeCase(option), signedValue(value)])
  const signature = renderSignature(signedAs ?? label, parts, VERSION)
  const scoreNow = (response: string): Score<Detail> => {
    try {
      const { holds, reason, detail } = check(response)
      return scored({ signature, value: holds ? 1 : 0, reason, detail })
    } catch (error) {
      return unscoredBy(isEngineLimit(error) ? tooLarge(error) : error, { signature })
    }
  }
  return {
    specificationVersion: 'v1',
    name: name ?? label,
    version: VERSION,
    kind: 'non-llm',
    evidence: 'exact',
    direction: 'maximize',
    needs: ['response'],
    signature,
    config: { type, ...(name === undefined || name === label ? {} : { name }), ...options },
    score: ({ response }) => Promise.resolve(scoreNow(response)),
    scoreNow: ({ response }) => scoreNow(response),
  }
}

/** A text within a sentence: in quotation marks, cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…`)
}

/** A signature stands in every score, so a long value is cut, and told apart by its hash. */
function signedValue(value: JsonValue): string {
  const text = typeof value === 'string' ? value : canonicalJson(value)
  if (text.length <= LONGEST_SIGNED) return text
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, LONGEST_SIGNED).toWellFormed()}…#${hash.slice(0, 12)}`
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function tooLarge(error: Error): AssayError {
  return new AssayError({ kind: 'data', message: `The response is too large, or nested too deeply, to be checked: ${error.message}.` })
}
