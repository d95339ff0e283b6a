import { type AssayError, configError, type LLMMessage } from '@assay/core'
import { isBlank, nearestName } from '@assay/text'

/** A user-defined text, or messages. `{{name}}` is replaced by a value of the sample. */
export type RubricPrompt = string | readonly RubricMessage[]

export type RubricMessage = { readonly role: LLMMessage['role']; readonly content: string }

type Piece<Name extends string> = { readonly text: string } | { readonly name: Name }

const PLACEHOLDER = /\{\{([^{}]{0,200})\}\}/g

/**
 * A prompt with placeholders. It is no template language: each name is replaced by its value unchanged, in one pass, so that text in a
 * value is never taken for a placeholder.
 * @throws AssayError `config` for another placeholder, a template's tag, or a missing placeholder.
 */
export function parseOwnPrompt<const Name extends string>(
  prompt: RubricPrompt,
  { names, needed }: { readonly names: readonly Name[]; readonly needed: readonly NoInfer<Name>[] },
): (values: Readonly<Record<Name, string>>) => LLMMessage[] {
  const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt } as const] : prompt
  if (!Array.isArray(messages) || messages.length === 0) throw config('must be a text or a list of messages')
  const parsed = messages.map(({ role, content }) => {
    if (!ROLES.has(role)) throw config(`holds a message with the role ${JSON.stringify(role)}; there are ${[...ROLES].join(', ')}`)
    if (typeof content !== 'string' || isBlank(content)) throw config('holds a message without text')
    return { role, pieces: piecesOf(content, names) }
  })
  const used = new Set(parsed.flatMap(({ pieces }) => pieces.flatMap((piece) => ('name' in piece ? [piece.name] : []))))
  for (const name of needed) if (!used.has(name)) throw config(`never shows {{${name}}}: put it where the judge is to read it`)
  return (values) =>
    parsed.map(({ role, pieces }) => ({
      role,
      parts: [{ text: pieces.map((piece) => ('name' in piece ? values[piece.name] : piece.text)).join('') }],
    }))
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant'])

function piecesOf<Name extends string>(content: string, names: readonly Name[]): Piece<Name>[] {
  const tag = /\{%.{0,40}/.exec(content)?.[0]
  if (tag !== undefined) throw config(`holds ${JSON.stringify(tag)}: there are placeholders in it, but no tags, loops or conditions`)
  const pieces: Piece<Name>[] = []
  let from = 0
  for (const { 0: found, 1: inside = '', index } of content.matchAll(PLACEHOLDER)) {
    pieces.push({ text: content.slice(from, index) }, { name: nameOf(inside.trim(), found, names) })
    from = index + found.length
  }
  return [...pieces, { text: content.slice(from) }]
}

function nameOf<Name extends string>(inside: string, found: string, names: readonly Name[]): Name {
  const name = names.find((known) => known === inside)
  if (name !== undefined) return name
  const near = nearestName(inside, names)
  const hint = near === undefined ? '' : `; did you mean {{${near}}}?`
  throw config(`holds ${JSON.stringify(found)}; there are ${names.map((known) => `{{${known}}}`).join(', ')}, without filters${hint}`)
}

function config(defect: string): AssayError {
  return configError(`The rubricPrompt cannot be used: it ${defect}.`)
}
