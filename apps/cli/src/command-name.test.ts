import { expect, it, test } from 'vitest'
import { runAssay } from './__fixtures__/run-assay.ts'
import { commandName } from './command-name.ts'

test.each([
  ['a shell', {}, 'assay'],
  ['npx', { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'assay'", npm_config_user_agent: 'npm/11.19.1 node/v24.21.0' }, 'npx assay'],
  ['npx with another package', { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'vitest'" }, 'assay'],
  ['npm run assay', { npm_lifecycle_event: 'assay', npm_config_user_agent: 'npm/11.19.1 node/v24.21.0' }, 'npm run assay --'],
  ['pnpm assay', { npm_lifecycle_event: 'assay', npm_config_user_agent: 'pnpm/12.4.2 npm/? node/?' }, 'pnpm run assay'],
  [
    'a script that takes nothing more',
    { npm_lifecycle_event: 'test', npm_lifecycle_script: 'assay eval', npm_config_user_agent: 'npm/11' },
    'assay',
  ],
  ['a manager of another kind', { npm_lifecycle_event: 'assay', npm_config_user_agent: '; rm -rf /' }, 'assay'],
])('run by %s', (_by, env, name) => {
  expect(commandName(env)).toBe(name)
})

it('stands in lines to repeat', async () => {
  const env = { npm_lifecycle_event: 'assay', npm_config_user_agent: 'npm/11.19.1' }
  expect((await runAssay(['eval'], { env })).err).toContain('as in: npm run assay -- eval rows.jsonl -m')
  const { out } = await runAssay(['init', 'first', '--yes'], { env })
  expect(out).toContain('Run: npm run assay -- eval -c first/assay.config.yaml')
})
