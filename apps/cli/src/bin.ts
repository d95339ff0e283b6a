#!/usr/bin/env node
import { bearGoneReaders } from './bear-gone-readers.ts'
import { oldNodeMessage } from './old-node.ts'

bearGoneReaders()
const tooOld = oldNodeMessage(process.versions.node)
// `--version` answers before anything else is loaded: shells and CI ask for it often.
if (tooOld !== undefined) {
  process.stderr.write(`${tooOld}\n`)
  process.exitCode = 2
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  const { version } = await import('./version.ts')
  process.stdout.write(`${version()}\n`)
} else {
  const { keepCompiledModules } = await import('./compile-cache.ts')
  keepCompiledModules()
  const { main } = await import('./main.ts')
  process.exitCode = await main(process.argv.slice(2))
}
