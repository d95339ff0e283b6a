/** Whether a parsed configuration is promptfoo's: it names tests or prompts, which none of ours does. */
export function isPromptfooConfig(parsed: unknown): boolean {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false
  return ['tests', 'prompts', 'providers', 'targets', 'scenarios', 'defaultTest'].some((name) => Object.hasOwn(parsed, name))
}

/** Whether a file of code is promptfoo's by its name: `promptfooconfig.js`, `promptfooconfig.rag.ts`. It need not be run to be told. */
export function isPromptfooFile(path: string): boolean {
  return /(?:^|[\\/])promptfooconfig(?:\.[\w.-]+)?\.[cm]?[jt]s$/i.test(path)
}
