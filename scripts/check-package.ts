// Packs the package in the working folder as it would be published, and asks publint and attw what users would meet.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { private?: boolean; bin?: unknown; exports?: unknown }
if (manifest.private === true) process.exit(0)

const folder = mkdtempSync(join(tmpdir(), 'assay-pack-'))
try {
  run('pnpm', ['pack', '--pack-destination', folder])
  const [tarball] = globSync(join(folder, '*.tgz'))
  if (tarball === undefined) throw new Error('pnpm pack wrote no tarball')
  run('publint', ['run', tarball, '--strict'])
  if (manifest.exports !== undefined) run('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii', '--quiet'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  console.error(`${command} ${args.join(' ')}\n${stdout}${stderr}`)
  process.exitCode = 1
}
