import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What of Node was loaded, of HTTP and of `fetch`, until each `report()` of a script that runs in a process of its own. */
function loadedOfNode(script: string): string[] {
  const report = `globalThis.report = () => console.log(
    ['https', 'internal/deps/undici/undici'].filter((name) => process.moduleLoadList.includes('NativeModule ' + name)).join() || 'nothing')`
  const flags = ['--conditions=@assay/source', '--no-warnings', '--input-type=module', '--eval', `${report}\n${script}`]
  const printed = execFileSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' })
  return printed.trim().split('\n')
}

test('importing the package loads nothing of HTTP; the first request does', () => {
  const seen = loadedOfNode(`
    const { patientFetch } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)})
    report()
    await patientFetch('http://127.0.0.1:1/').catch(() => {})
    report()
  `)
  expect(seen).toEqual(['nothing', 'https,internal/deps/undici/undici'])
})

test('a signal that fired before the first request was made ends it', async () => {
  const { patientFetch } = await import('./lazy-patient-fetch.ts')
  const asked = patientFetch('http://127.0.0.1:1/', { signal: AbortSignal.abort() })
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})
