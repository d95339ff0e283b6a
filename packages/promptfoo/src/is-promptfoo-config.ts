/** Whether a parsed configuration is promptfoo's: it names tests or prompts, which none of ours does. */
export function isPromptfooConfig(parsed: unknown): boolean {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false
  return ['tests', 'prompts', 'providers', 'targets', 'scenarios', 'defaultTest'].some((name) => Object.hasOwn(parsed, name))
}
