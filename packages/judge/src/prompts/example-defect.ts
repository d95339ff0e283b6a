import { createQuoteFinder } from '../quote/find-quote.ts'
import { isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { claimIdDefect } from '../verifier/claim-id-defect.ts'
import { DEFAULT_MIN_QUOTE } from '../verifier/to-verdicts.ts'
import type { PromptExample } from './prompt.ts'

/** The defect of an example, read like a judge's reply without repairs; else `undefined`. */
export function exampleDefect<T>(example: PromptExample, shape: ReplyShape<T>): string | undefined {
  if (!isJsonObject(example) || !isJsonObject(example.input)) return 'must be an object with input and output'
  const reading = shape.read(example.output)
  if (!reading.ok) return `has an output that is not of the shape ${shape.pattern}: ${reading.defect}`
  if (reading.repairs.length > 0) return `has an output that can be read only with repairs (${reading.repairs.join('; ')})`
  const items = itemsOf(example.output, shape.key)
  if (items.length === 0) return 'has an output that says nothing'
  return (
    idDefect(example, items) ??
    quoteDefect(example, items) ??
    passageDefect(example, items) ??
    recallDefect(example, items) ??
    shareDefect(example, items)
  )
}

/** The items of the output; the whole output if it is one answer, or if the text declines. */
function itemsOf(output: PromptExample['output'], key: string): readonly unknown[] {
  const listed = output[key]
  return !Array.isArray(listed) || (listed.length === 0 && output['declines'] === true) ? [output] : listed
}

/** How items of an example are numbered, and under which key the output names them. */
const NUMBERED = [
  ['claims', 'c', 'claim'],
  ['passages', 'k', 'passage'],
  ['sentences', 'k1s', 'sentence'],
] as const

function idDefect({ input }: PromptExample, items: readonly unknown[]): string | undefined {
  for (const [list, prefix, named] of NUMBERED) {
    const listed = input[list]
    if (listed === undefined) continue
    const defect = claimIdDefect(
      listed.map((_, index) => `${prefix}${index + 1}`),
      items.map((item) => String(isJsonObject(item) ? ownValue(item, named) : item)),
    )
    if (defect !== undefined) return `has an output with the wrong ids: ${defect}`
  }
  return undefined
}

function quoteDefect({ input: { contexts } }: PromptExample, items: readonly unknown[]): string | undefined {
  if (contexts === undefined) return undefined
  const find = createQuoteFinder(contexts, DEFAULT_MIN_QUOTE)
  for (const item of items) {
    const evidence = isJsonObject(item) ? ownValue(item, 'evidence') : undefined
    for (const piece of Array.isArray(evidence) ? evidence : []) {
      const context = isJsonObject(piece) ? Number(ownValue(piece, 'context')) - 1 : -1
      const quote = isJsonObject(piece) ? String(ownValue(piece, 'quote')) : ''
      if (find(quote, context)?.context !== context)
        return `quotes ${JSON.stringify(quote)}, which does not stand in context ${context + 1}`
    }
  }
  return undefined
}

/** A quote of a passage must occur in that passage. */
function passageDefect({ input: { passages = [] } }: PromptExample, items: readonly unknown[]): string | undefined {
  for (const item of items) {
    const [id, quote] = isJsonObject(item) ? [ownValue(item, 'passage'), ownValue(item, 'quote')] : []
    if (typeof id !== 'string' || typeof quote !== 'string' || quote === '') continue
    const text = passages[Number(id.slice(1)) - 1] ?? ''
    if (createQuoteFinder([text], DEFAULT_MIN_QUOTE)(quote, 0) === undefined)
      return `quotes ${JSON.stringify(quote)}, which does not stand in passage ${id}`
  }
  return undefined
}

function shareDefect({ share }: PromptExample, items: readonly unknown[]): string | undefined {
  if (share === undefined) return undefined
  const found = items.filter((item) => isJsonObject(item) && (item['useful'] ?? item['helps']) === true).length / items.length
  return found === share ? undefined : `says a share of ${share}, and its output gives ${found}`
}

function recallDefect({ recall }: PromptExample, items: readonly unknown[]): string | undefined {
  if (recall === undefined) return undefined
  const found = items.filter((item) => isJsonObject(item) && ownValue(item, 'supported') === true).length / items.length
  return found === recall ? undefined : `says a recall of ${recall}, and its output gives ${found}`
}
