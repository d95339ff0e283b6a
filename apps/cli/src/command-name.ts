/**
 * The form in which the user called this command, for command lines in messages: for a script of that name it includes the separator of
 * arguments.
 */
export function commandName(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '', npm_config_user_agent: agent = 'npm/' } = env
  if (event === 'npx' && /^'?assay'?$/.test(script)) return 'npx assay'
  if (event !== 'assay') return 'assay'
  const manager = /^(npm|pnpm|yarn|bun)\//.exec(agent)?.[1]
  if (manager === undefined) return 'assay'
  return manager === 'npm' ? 'npm run assay --' : `${manager} run assay`
}
