import type { LLMMessage } from '@assay/core'
import { namesFile, type Reading, readText } from '../reading/reading.ts'
import type { Source } from '../reading/source.ts'
import { substitute, type Values } from '../tests/substitute.ts'

/** A prompt for the target, ready to be filled in. */
export type Prompt = {
  /** @throws AssayError `config` for a name without a value, or what only a template engine could fill in. */
  readonly render: (values: Values) => readonly LLMMessage[]
  /** What is fixed in it. */
  readonly text: string
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant'])

/** @throws AssayError `config` */
export function promptsOf(prompts: unknown, source: Source, reading: Reading): Prompt[] {
  const list: readonly unknown[] = Array.isArray(prompts) ? prompts : prompts === undefined || prompts === null ? [] : [prompts]
  return list.flatMap((written, index) => {
    const at = Array.isArray(prompts) ? source.at([index]) : source
    return textsOf(written, at, reading).map((text) => promptOf(text, at))
  })
}

function textsOf(written: unknown, source: Source, reading: Reading): readonly string[] {
  const text = typeof written === 'string' ? written : rawOf(written)
  if (text === undefined) throw source.fault('a prompt is a text, a file, or an object with a text under "raw".')
  const kind = namesFile(text)
  if (kind === undefined) return [text]
  if (kind === 'code') throw source.fault(`${text} is code, which is not run. Write the prompt as text.`)
  const content = source.located(() => readText(reading, text))
  return text.toLowerCase().endsWith('.txt') ? content.split(/^---[ \t]*\r?$/m).map((part) => part.trim()) : [content]
}

function rawOf(written: unknown): string | undefined {
  if (typeof written !== 'object' || written === null) return undefined
  const { raw, id }: { raw?: unknown; id?: unknown } = written
  return typeof raw === 'string' ? raw : typeof id === 'string' ? id : undefined
}

function promptOf(text: string, source: Source): Prompt {
  const messages = chatOf(text) ?? [{ role: 'user' as const, content: text }]
  return {
    text,
    render: (values) =>
      messages.map(({ role, content }) => {
        const filled = substitute(content, values)
        if ('text' in filled) return { role, parts: [{ text: filled.text }] }
        throw source.fault(
          'missing' in filled
            ? `the prompt shows {{${filled.missing}}}, and a test has no variable of that name.`
            : `the prompt holds ${filled.unsupported}: names of variables are filled in, and nothing else.`,
        )
      }),
  }
}

/** A chat written as JSON. It is taken apart before anything is filled in, so that a value's quotes change nothing. */
function chatOf(text: string): readonly { readonly role: LLMMessage['role']; readonly content: string }[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  return Array.isArray(parsed) && parsed.length > 0 && parsed.every(isMessage) ? parsed : undefined
}

function isMessage(value: unknown): value is { readonly role: LLMMessage['role']; readonly content: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'role' in value &&
    ROLES.has(value.role) &&
    'content' in value &&
    typeof value.content === 'string'
  )
}
