/** Whether a parsed configuration is promptfoo's: it has tests or prompts, which Assay's configurations do not. */
export function isPromptfooConfig(parsed: unknown): boolean {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false
  return ['tests', 'prompts', 'providers', 'targets', 'scenarios', 'defaultTest'].some((name) => Object.hasOwn(parsed, name))
}

/** Whether a code file is promptfoo's by its name, without running it: `promptfooconfig.js`, `promptfooconfig.rag.ts`. */
export function isPromptfooFile(path: string): boolean {
  return /(?:^|[\\/])promptfooconfig(?:\.[\w.-]+)?\.[cm]?[jt]s$/i.test(path)
}
