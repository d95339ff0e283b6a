import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a script in a separate process and returns the number of SDK modules loaded at each `report()`. */
function sdkModulesLoaded(script: string): number[] {
  const hooks = `
    import { registerHooks } from 'node:module'
    let loaded = 0
    registerHooks({ load(url, context, next) { if (url.includes('/node_modules/@anthropic-ai/sdk/')) loaded += 1; return next(url, context) } })
    globalThis.report = () => console.log(loaded)
  `
  const flags = [
    '--conditions=@assay/source',
    '--no-warnings',
    '--import',
    `data:text/javascript,${encodeURIComponent(hooks)}`,
    '--input-type=module',
    '--eval',
    script,
  ]
  const printed = execFileSync(process.execPath, flags, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    env: { ...process.env, ANTHROPIC_API_KEY: '' },
  })
  return printed.trim().split('\n').map(Number)
}

test('importing the package and creating a model does not load the SDK; the first call does', () => {
  const [imported, named, asked] = sdkModulesLoaded(`
    const { createAnthropic } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)})
    report()
    const model = createAnthropic({ baseURL: 'http://127.0.0.1:1', fetch: () => Promise.reject(new Error('no')) })('m')
    report()
    await model.doGenerate({ messages: [] }).catch(() => {})
    report()
  `)
  expect([imported, named]).toEqual([0, 0])
  expect(asked).toBeGreaterThan(0)
})
