/**
 * The input and output tokens of a reply, of the `reply` of an answer, of embedded texts or of an error; `undefined` if unknown.
 */
export function tokensUsed(ending: unknown): number | undefined {
  if (!isFields(ending)) return undefined
  const usage = ending['usage'] ?? (isFields(ending['reply']) ? ending['reply']['usage'] : undefined)
  if (!isFields(usage)) return undefined
  const { inputTokens, outputTokens } = usage
  return isCount(inputTokens) && isCount(outputTokens) ? inputTokens + outputTokens : undefined
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}
