/** Whether one of these names stands for a provider or a prompt: by its id or label, `openai:*`, or `openai` for all of a provider. */
export function isNamedBy(references: readonly string[] | undefined, names: readonly string[]): boolean {
  if (references === undefined) return true
  return references.some((reference) =>
    names.some((name) => {
      if (name === reference || name.startsWith(`${reference}:`)) return true
      return reference.endsWith('*') && name.startsWith(reference.slice(0, -1))
    }),
  )
}
