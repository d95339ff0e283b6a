// The whole of `npm test` after the install: every gate and every test, then one closing line that counts them.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const REPORTS = ['.vitest/report.json', 'packages/*/.vitest/report.json', 'apps/*/.vitest/report.json', 'docs/.vitest/report.json']

for (const report of globSync(REPORTS)) rmSync(report)
// Not the root's own `test`, which is this very script: its tests are `test:scripts`.
const tasks = ['check', 'check:package', 'build', 'typecheck', 'test', 'test:scripts']
// Each test run has workers of its own: more of them at once than there are cores only makes all of them slow.
const concurrency = `--concurrency=${Math.max(2, availableParallelism())}`
const { status } = spawnSync('turbo', ['run', ...tasks, '--continue', '--output-logs=errors-only', concurrency], {
  stdio: 'inherit',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
})

let passed = 0
let failed = 0
for (const path of globSync(REPORTS)) {
  const report = JSON.parse(readFileSync(path, 'utf8')) as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }
  passed += report.numPassedTests
  failed += report.numFailedTests === 0 ? report.numFailedTestSuites : report.numFailedTests
}
// A gate that broke before any test could fail (types, lint, build) counts as one failure: the line never says 0 over a red run.
if (status !== 0 && failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = status === 0 && failed === 0 ? 0 : 1
