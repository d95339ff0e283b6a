import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { project } from './project.ts'
import type { Ran } from './run-assay.ts'

const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))
const zod = dirname(fileURLToPath(import.meta.resolve('zod/package.json')))

/** A folder as a user has it: outside this repository, with only zod installed. */
export function userFolder(files: Readonly<Record<string, string>>): string {
  const folder = project(files)
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(zod, join(folder, 'node_modules/zod'))
  return folder
}

/** Runs the command as built and installed, in its own process. */
export async function runBuiltAssay(cwd: string, ...args: readonly string[]): Promise<Ran> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { PATH, HOME, NODE_NO_WARNINGS: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.once('close', resolve)
    }),
  ])
  return { code, out, err }
}
