import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { oldNodeMessage } from './old-node.ts'

test.each(['20.19.5', '22.17.1', '18.0.0'])('Node %s is too old, and is told so', (version) => {
  expect(oldNodeMessage(version)).toBe(
    `assay needs Node 22.18 or later, and this is ${version}. Install a newer one from https://nodejs.org, or start it with one that is there.`,
  )
})

test.each(['22.18.0', '22.19.0-nightly', '24.0.0', '100.1.0'])('Node %s will do', (version) => {
  expect(oldNodeMessage(version)).toBeUndefined()
})

test('is what the manifest says', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { engines: { node: string } }
  expect(oldNodeMessage('0.0.0')).toContain(`Node ${manifest.engines.node.replace('>=', '')} or later`)
})

test('the command as it is built says so before it loads what such a Node lacks, and ends with 2', () => {
  const older = 'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.5" } })'
  const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, bin, 'eval', 'rows.jsonl'], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([2, '', `${oldNodeMessage('20.19.5')}\n`])
})
