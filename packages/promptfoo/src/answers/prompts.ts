import { isRecord, type LLMMessage } from '@assay/core'
import { CannotCheck, OUTPUTS_WAY } from '../reading/cannot-check.ts'
import { namesFile, type Reading, readText } from '../reading/reading.ts'
import type { Source, Written } from '../reading/source.ts'
import { filesNamed } from '../tests/file-patterns.ts'
import { substitute, type Values } from '../tests/substitute.ts'

/** A prompt for the target, ready to be filled in. */
export type Prompt = {
  /** As written. */
  readonly text: string
  /** The name that tests and providers use for it. */
  readonly label: string
  /** @throws CannotCheck for a prompt that needs code or a template engine. */
  readonly render: (values: Values, around: { readonly prefix: string; readonly suffix: string }) => RenderedPrompt
}

export type RenderedPrompt = { readonly text: string; readonly messages: readonly LLMMessage[] }

type ChatMessage = { readonly role: LLMMessage['role']; readonly content: string }

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant'])
/** The prompt of a configuration without one, as in promptfoo. */
const STANDARD = '{{prompt}}'

/** @throws AssayError `config` */
export function promptsOf({ value, source }: Written, reading: Reading): Prompt[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value ?? STANDARD]
  return list.flatMap((written, index) => promptsWritten(written, Array.isArray(value) ? source.at([index]) : source, reading))
}

function promptsWritten(written: unknown, source: Source, reading: Reading): Prompt[] {
  if (isRecord(written)) {
    const { raw, id, label } = written
    const text = typeof raw === 'string' ? raw : id
    if (typeof text !== 'string') throw source.fault('a prompt is a text, a file, or an object with a text under "raw".')
    return promptsNamed(text, source, reading).map((prompt) => (typeof label === 'string' ? Object.assign({}, prompt, { label }) : prompt))
  }
  if (typeof written !== 'string') throw source.fault('a prompt is a text, a file, or an object with a text under "raw".')
  return promptsNamed(written, source, reading)
}

function promptsNamed(text: string, source: Source, reading: Reading): Prompt[] {
  const kind = namesFile(text)
  if (kind === undefined) return [promptOf(text, text, source, reading)]
  if (kind === 'code') return [{ text, label: text, render: () => cannotRender(`${text} is code, which is not run`) }]
  return filesNamed(text, source, reading).flatMap((file) => {
    const content = source.located(() => readText(reading, file))
    const parts = file.toLowerCase().endsWith('.txt') ? content.split(/^---[ \t]*\r?$/m).map((part) => part.trim()) : [content]
    return parts.map((part) => promptOf(part, file, source, reading))
  })
}

function promptOf(text: string, label: string, source: Source, { notes }: Reading): Prompt {
  return {
    text,
    label,
    render(values, { prefix, suffix }) {
      const whole = `${prefix}${text}${suffix}`
      const chat = chatOf(whole)
      const messages = (chat ?? [{ role: 'user' as const, content: whole }]).map(({ role, content }) => ({
        role,
        content: filled(content, values),
      }))
      return {
        text: chat === undefined ? (messages[0]?.content ?? '') : JSON.stringify(messages, null, 2),
        messages: messages.map(({ role, content }) => ({ role, parts: [{ text: content }] })),
      }
    },
  }

  /** A variable without a value is replaced by nothing, as in promptfoo; other tests may have it. */
  function filled(content: string, values: Values): string {
    const found = substitute(content, values, (name) =>
      notes.add(`the prompt shows {{${name}}}, and a test has no variable of that name: nothing stands there`, source.place()),
    )
    if ('text' in found) return found.text
    return cannotRender(`${'unsupported' in found ? found.unsupported : found.missing} takes a template engine`)
  }
}

function cannotRender(why: string): never {
  throw new CannotCheck(`the prompt of its target cannot be made: ${why}; ${OUTPUTS_WAY}`)
}

/** A chat as JSON. It is parsed before variables are filled in, so that quotes in a value have no effect. */
function chatOf(text: string): readonly ChatMessage[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  return Array.isArray(parsed) && parsed.length > 0 && parsed.every(isMessage) ? parsed : undefined
}

function isMessage(value: unknown): value is ChatMessage {
  return isRecord(value) && ROLES.has(value['role']) && typeof value['content'] === 'string'
}
