import { canonicalJson, type LLMCall } from '@assay/core'

/** What one call has otherwise than another, in words; none for calls that are the same. */
export function callDifferences(recorded: LLMCall, asked: LLMCall): string[] {
  return [...valueDifferences(recorded, asked), ...textDifference(recorded, asked)]
}

/** The differences beside the prompt: output and parameters. */
export function valueDifferences(recorded: LLMCall, asked: LLMCall): string[] {
  const values = (['temperature', 'seed', 'maxOutputTokens'] as const).flatMap((name) =>
    recorded[name] === asked[name] ? [] : [`${name} (recorded ${recorded[name] ?? 'not set'}, asked ${asked[name] ?? 'not set'})`],
  )
  return [...outputDifferences(recorded.output, asked.output), ...values]
}

/** How many characters two prompts have in common, at both ends. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  const start = longest(most, (from, to) => a.slice(from, to) === b.slice(from, to))
  const end = longest(most - start, (from, to) => a.slice(a.length - to, a.length - from) === b.slice(b.length - to, b.length - from))
  return start + end
}

/** All texts of a call, without the marks that a judge makes from them: a changed letter changes every mark. */
export function promptOf({ messages }: LLMCall): string {
  return messages.map((message) => withoutMarks(textOf(message))).join('\n')
}

type Output = LLMCall['output']

function outputDifferences(recorded: Output, asked: Output): string[] {
  if (recorded?.name !== asked?.name) return [`output (recorded ${recorded?.name ?? 'none'}, asked ${asked?.name ?? 'none'})`]
  return [
    ...(canonicalJson(recorded?.schema ?? null) === canonicalJson(asked?.schema ?? null) ? [] : [`the schema of ${asked?.name}`]),
    ...(recorded?.mode === asked?.mode ? [] : [`output mode (recorded ${recorded?.mode ?? 'not set'}, asked ${asked?.mode ?? 'not set'})`]),
  ]
}

/** The first place where the prompts part. */
function textDifference({ messages: recorded }: LLMCall, { messages: asked }: LLMCall): string[] {
  for (const [index, message] of asked.entries()) {
    const before = recorded[index]
    if (before === undefined) break
    const name = `message ${index + 1} (${message.role})`
    if (before.role !== message.role) return [`${name}, which was recorded as ${before.role}`]
    const [a, b] = [textOf(before), textOf(message)]
    const at = firstDifference(withoutMarks(a), withoutMarks(b)) ?? firstDifference(a, b)
    if (at !== undefined) return [`the text of ${name} at character ${at + 1}: recorded ${excerpt(a, at)}, asked ${excerpt(b, at)}`]
  }
  return recorded.length === asked.length ? [] : [`the number of messages (recorded ${recorded.length}, asked ${asked.length})`]
}

function textOf({ parts }: LLMCall['messages'][number]): string {
  return parts.map(({ text }) => text).join('')
}

function firstDifference(a: string, b: string): number | undefined {
  if (a === b) return undefined
  return longest(Math.min(a.length, b.length), (from, to) => a.slice(from, to) === b.slice(from, to))
}

/** The greatest length up to `most` of which every part is equal, by halving: whole pieces compare far faster than characters. */
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

/** Of the same length, so that places stay where they are. */
function withoutMarks(text: string): string {
  return text.replace(/\b[0-9a-f]{16}\b/g, '#'.repeat(16))
}

const AROUND = 24

function excerpt(text: string, at: number): string {
  const [start, end] = [Math.max(0, at - AROUND), at + AROUND]
  return JSON.stringify(`${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`.toWellFormed())
}
