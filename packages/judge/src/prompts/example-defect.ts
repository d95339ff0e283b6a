import type { JsonValue } from '@assay/core'
import { createQuoteFinder } from '../quote/find-quote.ts'
import { isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { claimIdDefect } from '../verifier/claim-id-defect.ts'
import { DEFAULT_MIN_QUOTE } from '../verifier/to-verdicts.ts'
import type { PromptExample } from './prompt.ts'

/** What is wrong with an example, read as a judge's reply would be, without any repair; else `undefined`. */
export function exampleDefect<T>(example: PromptExample, shape: ReplyShape<T>): string | undefined {
  if (!isJsonObject(example) || !isJsonObject(example.input)) return 'must be an object with input and output'
  const reading = shape.read(example.output)
  if (!reading.ok) return `has an output that is not of the shape ${shape.pattern}: ${reading.defect}`
  if (reading.repairs.length > 0) return `has an output that can be read only with repairs (${reading.repairs.join('; ')})`
  const items = itemsOf(example.output[shape.key])
  if (items.length === 0) return 'has an output that says nothing'
  return idDefect(example, items) ?? quoteDefect(example, items) ?? recallDefect(example, items)
}

function itemsOf(listed: JsonValue | undefined): readonly unknown[] {
  return Array.isArray(listed) ? listed : []
}

function idDefect({ input: { claims } }: PromptExample, items: readonly unknown[]): string | undefined {
  if (claims === undefined) return undefined
  const defect = claimIdDefect(
    claims.map((_, index) => `c${index + 1}`),
    items.map((item) => String(isJsonObject(item) ? ownValue(item, 'claim') : item)),
  )
  return defect === undefined ? undefined : `has an output with the wrong ids: ${defect}`
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

function recallDefect({ recall }: PromptExample, items: readonly unknown[]): string | undefined {
  if (recall === undefined) return undefined
  const found = items.filter((item) => isJsonObject(item) && ownValue(item, 'supported') === true).length / items.length
  return found === recall ? undefined : `says a recall of ${recall}, and its output gives ${found}`
}
