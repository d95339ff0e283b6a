/** The note on an assertion without a threshold. */
export function openThreshold(type: string, standard: number): string {
  const aside = type.endsWith('context-recall') ? ' (older versions of promptfoo let it pass at any score)' : ''
  return `${type} without a threshold: ${standard} holds${aside}`
}
