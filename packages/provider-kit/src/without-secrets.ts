import { type LLMReply, redactKnown } from '@assay/core'

/**
 * A reply as it may be kept: a server or a gateway may echo what it was sent, and replies land in reports and recordings. Only what is
 * known to be a secret goes, since data may look like one.
 * @param secrets In all their forms.
 */
export function withoutSecrets(reply: LLMReply, secrets: readonly string[]): LLMReply {
  const clean = (text: string): string => redactKnown(text, secrets)
  const { text, modelId, requestId, warnings = [] } = reply
  const cleaned: LLMReply = {
    ...reply,
    text: clean(text),
    ...(modelId === undefined ? {} : { modelId: clean(modelId) }),
    ...(requestId === undefined ? {} : { requestId: clean(requestId) }),
  }
  const all = [
    ...warnings.map(clean),
    ...(cleaned.text === text ? [] : ['The reply repeated a secret of the connection, which was taken out.']),
  ]
  return all.length === 0 ? cleaned : { ...cleaned, warnings: all }
}
