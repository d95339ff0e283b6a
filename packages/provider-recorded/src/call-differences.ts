import { canonicalJson, type LLMCall } from '@assay/core'

/** Describes the differences of two calls; empty if they are equal. */
export function callDifferences(recorded: LLMCall, call: LLMCall): string[] {
  return [...valueDifferences(recorded, call), ...textDifference(recorded, call)]
}

/** The differences outside the prompt: in output and parameters. */
export function valueDifferences(recorded: LLMCall, call: LLMCall): string[] {
  const values = (['temperature', 'seed', 'maxOutputTokens'] as const).flatMap((name) =>
    recorded[name] === call[name] ? [] : [`${name} (recorded ${recorded[name] ?? 'not set'}, now ${call[name] ?? 'not set'})`],
  )
  return [...outputDifferences(recorded.output, call.output), ...values]
}

/** The number of characters that two prompts have in common, at both ends. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  const start = longest(most, (from, to) => a.slice(from, to) === b.slice(from, to))
  const end = longest(most - start, (from, to) => a.slice(a.length - to, a.length - from) === b.slice(b.length - to, b.length - from))
  return start + end
}

/** All texts of a call, with its hexadecimal marks masked: a judge derives them from the texts, so any change would change every mark. */
export function promptOf({ messages }: LLMCall): string {
  return messages.map((message) => withoutMarks(textOf(message))).join('\n')
}

type Output = LLMCall['output']

function outputDifferences(recorded: Output, output: Output): string[] {
  if (recorded?.name !== output?.name) return [`output (recorded ${recorded?.name ?? 'none'}, now ${output?.name ?? 'none'})`]
  return [
    ...(canonicalJson(recorded?.schema ?? null) === canonicalJson(output?.schema ?? null) ? [] : [`the schema of ${output?.name}`]),
    ...(recorded?.mode === output?.mode ? [] : [`output mode (recorded ${recorded?.mode ?? 'not set'}, now ${output?.mode ?? 'not set'})`]),
  ]
}

/** The first position at which the prompts differ. */
function textDifference({ messages: recorded }: LLMCall, { messages }: LLMCall): string[] {
  for (const [index, message] of messages.entries()) {
    const before = recorded[index]
    if (before === undefined) break
    const name = `message ${index + 1} (${message.role})`
    if (before.role !== message.role) return [`${name}, which was recorded as ${before.role}`]
    const [a, b] = [textOf(before), textOf(message)]
    const at = firstDifference(withoutMarks(a), withoutMarks(b)) ?? firstDifference(a, b)
    if (at !== undefined) return [`the text of ${name} at character ${at + 1}: recorded ${excerpt(a, at)}, now ${excerpt(b, at)}`]
  }
  return recorded.length === messages.length ? [] : [`the number of messages (recorded ${recorded.length}, now ${messages.length})`]
}

function textOf({ parts }: LLMCall['messages'][number]): string {
  return parts.map(({ text }) => text).join('')
}

function firstDifference(a: string, b: string): number | undefined {
  if (a === b) return undefined
  return longest(Math.min(a.length, b.length), (from, to) => a.slice(from, to) === b.slice(from, to))
}

/** The length of the longest equal part, up to `most`, by binary search: comparing slices is much faster than comparing characters. */
function longest(most: number, isEqual: (from: number, to: number) => boolean): number {
  let known = 0
  let limit = most
  while (known < limit) {
    const middle = Math.ceil((known + limit) / 2)
    if (isEqual(known, middle)) known = middle
    else limit = middle - 1
  }
  return known
}

/** Masks marks by texts of the same length, so that positions do not change. */
function withoutMarks(text: string): string {
  return text.replace(/\b[0-9a-f]{16}\b/g, '#'.repeat(16))
}

const AROUND = 24

function excerpt(text: string, at: number): string {
  const [start, end] = [Math.max(0, at - AROUND), at + AROUND]
  return JSON.stringify(`${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`.toWellFormed())
}
