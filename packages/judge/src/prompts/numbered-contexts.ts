import { tagged } from './tagged.ts'

/** The contexts for a judge, numbered from 1. */
export function numberedContexts(contexts: readonly string[], nonce: string): string {
  return contexts.map((text, index) => tagged('context', nonce, text, ` number="${index + 1}"`)).join('')
}
