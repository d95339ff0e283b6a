import type { LLMMessage } from '@assay/core'
import { claimsPrompt } from './claims-prompt.ts'
import { systemText } from './judge-prompt.ts'
import { nonceFor } from './nonce.ts'
import { tagged } from './tagged.ts'

export function claimsMessages({ reference, userInput }: { reference: string; userInput: string | undefined }): LLMMessage[] {
  const nonce = nonceFor([], [reference, userInput ?? ''])
  const question = userInput === undefined ? '' : tagged('question', nonce, userInput)
  const task = 'Split the reference into claims. Reply with the JSON object alone.'
  return [
    { role: 'system', parts: [{ text: systemText(claimsPrompt) }] },
    { role: 'user', parts: [{ text: `${question}${tagged('reference', nonce, reference)}${task}` }] },
  ]
}
