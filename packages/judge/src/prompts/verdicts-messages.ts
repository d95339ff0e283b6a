import type { LLMMessage } from '@assay/core'
import type { Claim } from '../claim.ts'
import { systemText } from './judge-prompt.ts'
import { nonceFor } from './nonce.ts'
import { tagged } from './tagged.ts'
import { verdictsPrompt } from './verdicts-prompt.ts'

/** Contexts stand first and alone, so that calls about the same ones share a prefix. No mark asks to cache it: one call reads it. */
export function verdictsMessages(input: {
  readonly contexts: readonly string[]
  readonly claims: readonly Claim[]
  readonly userInput: string | undefined
}): LLMMessage[] {
  const { contexts, claims, userInput } = input
  const nonce = nonceFor(contexts, [userInput ?? '', ...claims.map(({ text }) => text)])
  const numbered = contexts.map((text, index) => tagged('context', nonce, text, ` number="${index + 1}"`))
  const question = userInput === undefined ? '' : tagged('question', nonce, userInput)
  const asked = claims.map(({ id, text }) => tagged('claim', nonce, text, ` id=${JSON.stringify(id)}`))
  const task = `Give a verdict for ${claims.map(({ id }) => id).join(', ')} from the contexts alone. Reply with the JSON object alone.`
  return [
    { role: 'system', parts: [{ text: systemText(verdictsPrompt) }] },
    { role: 'user', parts: [{ text: numbered.join('') }, { text: `${question}${asked.join('')}${task}` }] },
  ]
}
