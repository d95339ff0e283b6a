/** How people call this command where they are, for lines that they are to repeat: a script of that name hands what follows it on. */
export function commandName(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '', npm_config_user_agent: agent = 'npm/' } = env
  if (event === 'npx' && /^'?assay'?$/.test(script)) return 'npx assay'
  if (event !== 'assay') return 'assay'
  const manager = /^(npm|pnpm|yarn|bun)\//.exec(agent)?.[1]
  if (manager === undefined) return 'assay'
  return manager === 'npm' ? 'npm run assay --' : `${manager} run assay`
}
