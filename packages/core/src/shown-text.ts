import { redactHead } from './redact.ts'

const SHOWN_LENGTH = 500

/** What a server or a library said, as one sentence of a message. Secrets go before the cut, which could leave half of one. */
export function shownText(text: string, secrets: readonly string[] = []): string {
  const clean = redactHead(text, secrets)
  if (clean.length > SHOWN_LENGTH) return `${clean.slice(0, SHOWN_LENGTH).toWellFormed()}…`
  return /[.!?…。！？]$/.test(clean) ? clean : `${clean}.`
}
