import { redactHead } from './redact.ts'

const SHOWN_LENGTH = 500

/** Text of a server or a library as one sentence of a message. Secrets are removed before the cut, which could leave half of one. */
export function shownText(text: string, secrets: readonly string[] = []): string {
  const clean = redactHead(text, secrets)
  if (clean.length > SHOWN_LENGTH) return `${clean.slice(0, SHOWN_LENGTH).toWellFormed()}…`
  return /[.!?…。！？]$/.test(clean) ? clean : `${clean}.`
}
