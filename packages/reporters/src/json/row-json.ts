import { noUsage, type Score, unscored } from '@assay/core'
import { type EvaluatedRow, inputHash } from '@assay/runner'
import { rowSample } from '../figures/row-sample.ts'

const NO_USAGE = JSON.stringify(noUsage)
/** Keys of a plain score: status, value, reason, signature, usage, detail. */
const PLAIN_KEYS = 6
const MOST_KNOWN = 1000

export type RowJsonOptions = {
  /** Whether a row holds its question, reference, response, contexts and ids. Default true. */
  readonly samples?: boolean | undefined
}

/**
 * A row as one line of JSON: its result, with its input hash and its sample. Large runs spend most of their time here, so parts that are
 * the same in every row (names, signatures, a usage of zeros) are converted to text once.
 */
export function createRowJson({ samples = true }: RowJsonOptions = {}): (row: EvaluatedRow) => string {
  const known = new Map<string, string>()
  const middles = new Map<string, string>()

  function quoted(text: string): string {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = JSON.stringify(text)
    if (known.size < MOST_KNOWN) known.set(text, made)
    return made
  }

  /** The keys between reason and detail. */
  function middleOf(signature: string): string {
    let made = middles.get(signature)
    if (made === undefined) {
      made = `,"signature":${JSON.stringify(signature)},"usage":${NO_USAGE},"detail":`
      if (middles.size < MOST_KNOWN) middles.set(signature, made)
    }
    return made
  }

  /** A detail that JSON cannot represent, which only a user's metric can return, makes its own score unscored and no other. */
  function scoreJson(score: Score): string {
    try {
      return written(score)
    } catch (error) {
      const reason = `The metric returned a value that JSON cannot represent: ${error instanceof Error ? error.message : String(error)}`
      return JSON.stringify(unscored({ signature: score.signature, cause: 'config', reason }))
    }
  }

  function written(score: Score): string {
    if (score.status !== 'scored' || score.usage !== noUsage || score.detail === undefined || keyCount(score) !== PLAIN_KEYS) {
      return JSON.stringify(score)
    }
    const { value, reason, signature, detail } = score
    return `{"status":"scored","value":${value},"reason":${JSON.stringify(reason)}${middleOf(signature)}${JSON.stringify(detail)}}`
  }

  return ({ result: { id, idGiven, index, cluster, file, groups, scores, gate, skipped }, sample, asks }) => {
    let text = `{"id":${JSON.stringify(id)},"idGiven":${idGiven},"index":${index},"inputHash":"${inputHash(sample, asks)}"`
    if (cluster !== undefined) text += `,"cluster":${JSON.stringify(cluster)}`
    if (file !== undefined) text += `,"file":${JSON.stringify(file)}`
    if (groups !== undefined) text += `,"groups":${JSON.stringify(groups)}`
    text += ',"scores":{'
    let separator = ''
    for (const name in scores) {
      const score = scores[name]
      if (score === undefined) continue
      text += `${separator}${quoted(name)}:${scoreJson(score)}`
      separator = ','
    }
    text += '}'
    if (gate !== undefined) text += `,"gate":${JSON.stringify(gate)}`
    if (skipped !== undefined) text += `,"skipped":${JSON.stringify(skipped)}`
    return samples ? `${text},"sample":${JSON.stringify(rowSample(sample))}}` : `${text}}`
  }
}

function keyCount(score: Score): number {
  let count = 0
  for (const key in score) if (Object.hasOwn(score, key)) count += 1
  return count
}
