import { AssayError, callKey, canonicalJson, type LLMCall } from '@assay/core'
import { callDifferences, commonLength, promptOf, valueDifferences } from './call-differences.ts'
import { nameOf } from './choose-adapter.ts'
import { identityOf, type NumberedLine, type Recording } from './read-recording.ts'
import type { RecordedAdapter } from './recording-line.ts'

/** The error for a call that was not recorded, with its difference from the nearest recorded call and the next step. */
export function missingReply(recording: Recording, adapter: RecordedAdapter, call: LLMCall, draw: number): AssayError {
  const { path, lines, unfinished } = recording
  const { provider, modelId } = adapter
  const identity = identityOf(adapter)
  const cut = unfinished.length === 0 ? '' : ` Line ${unfinished.join(', ')} is incomplete and was skipped.`
  const message = `${nameOf(adapter)} is replayed from ${path}, which has no reply to this call. ${whyNot()}${cut} Record the run again with the current calls.`
  return new AssayError({ kind: 'data', provider, modelId, isRetryable: false, message })

  function whyNot(): string {
    if (draw > 0)
      return `The same call was recorded ${times(draw)} and is requested once more: record as many votes and repeats as are replayed.`
    const elsewhere = othersWith(call)
    if (elsewhere !== undefined) return `The same call was recorded for another adapter: ${elsewhere}.`
    const nearest = nearestOf(
      lines.filter((line) => line.identity === identity),
      call,
    )
    if (nearest === undefined) return 'It holds none of this adapter.'
    const differences = callDifferences(nearest.call, call)
    const what = differences.length === 0 ? 'its key only: it was edited, or recorded by another version' : differences.join('; ')
    return `The nearest recording (line ${nearest.at}) differs in ${what}.`
  }

  function othersWith(missing: LLMCall): string | undefined {
    const other = lines.find((line) => line.identity !== identity && callKey(line.adapter, missing) === callKey(line.adapter, line.call))
    if (other === undefined) return undefined
    const keys = Object.keys({ ...other.adapter.fingerprint, ...adapter.fingerprint })
    const differing = keys.filter((key) => shown(other.adapter.fingerprint[key]) !== shown(adapter.fingerprint[key]))
    const parts = differing.map((key) => `${key} was ${shown(other.adapter.fingerprint[key])}, and is ${shown(adapter.fingerprint[key])}`)
    return `${nameOf(other.adapter)}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`
  }
}

/** Caches the prompt of each line, since all calls of a run may be missing. */
const prompts = new WeakMap<NumberedLine, string>()

function promptOfLine(line: NumberedLine): string {
  const prompt = prompts.get(line) ?? promptOf(line.call)
  prompts.set(line, prompt)
  return prompt
}

/** The line with the same output, else the fewest differences, else the longest common part of the prompt. */
function nearestOf(lines: readonly NumberedLine[], call: LLMCall): NumberedLine | undefined {
  const prompt = promptOf(call)
  let best: { line: NumberedLine; rank: readonly number[] } | undefined
  for (const line of lines) {
    const recorded = promptOfLine(line)
    const differing = valueDifferences(line.call, call).length + (recorded === prompt ? 0 : 1)
    const rank = [line.call.output?.name === call.output?.name ? 1 : 0, -differing, commonLength(recorded, prompt)]
    if (best === undefined || isAbove(rank, best.rank)) best = { line, rank }
  }
  return best?.line
}

function isAbove(a: readonly number[], b: readonly number[]): boolean {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0
    if (value !== other) return value > other
  }
  return false
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function shown(value: unknown): string {
  return value === undefined ? 'not set' : canonicalJson(value)
}
