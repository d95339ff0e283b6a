/** What `docs/rules/yard.md` says, a file that tests name as their context. */
export const RULES = 'Bicycles may stand in the yard for 4 weeks. The gate closes at ten.'

/** A configuration beside the rules, and more files. */
export function configFiles(config: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { 'promptfooconfig.yaml': config, 'docs/rules/yard.md': RULES, ...more }
}

/** A configuration of one test, with these assertions. */
export function oneTest(assert: string, vars = 'context: file://docs/rules/yard.md'): string {
  return `tests:\n  - vars:\n      ${vars}\n    assert:\n${assert.replaceAll(/^/gm, '      ')}\n`
}
