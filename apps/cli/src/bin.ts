#!/usr/bin/env node
import { oldNodeMessage } from './old-node.ts'

const tooOld = oldNodeMessage(process.versions.node)
if (tooOld !== undefined) {
  process.stderr.write(`${tooOld}\n`)
  process.exitCode = 2
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  // Answered before anything else is loaded: shells and CI request it often.
  const { showVersion } = await import('./show-version.ts')
  showVersion()
} else {
  const { keepCompiledModules } = await import('./compile-cache.ts')
  keepCompiledModules()
  const { runProcess } = await import('@assay/command-kit')
  runProcess('assay', async () => (await import('./main.ts')).main(process.argv.slice(2)))
}
