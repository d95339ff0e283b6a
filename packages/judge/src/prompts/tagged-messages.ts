import type { LLMMessage } from '@assay/core'
import { nonceFor } from './nonce.ts'
import type { ResolvedPrompt } from './prompt.ts'
import { languageReminder, systemText } from './system-text.ts'
import { tagged } from './tagged.ts'

/** Data of a prompt, and its name. */
export type TaggedText = { readonly tag: string; readonly text: string; readonly id?: string }

/** The fixed text, then the data between tags, then the task again. */
export function taggedMessages(prompt: ResolvedPrompt, texts: readonly TaggedText[], task: string): LLMMessage[] {
  const nonce = nonceFor(
    [],
    texts.map(({ text }) => text),
  )
  const data = texts.map(({ tag, text, id }) => tagged(tag, nonce, text, id === undefined ? '' : ` id=${JSON.stringify(id)}`))
  return [
    { role: 'system', parts: [{ text: systemText(prompt) }] },
    { role: 'user', parts: [{ text: `${data.join('')}${task}${languageReminder(prompt)}` }] },
  ]
}

/** An optional text: none, or one. */
export function textIf(tag: string, text: string | undefined): readonly TaggedText[] {
  return text === undefined ? [] : [{ tag, text }]
}
