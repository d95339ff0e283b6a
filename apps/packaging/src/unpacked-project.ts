import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packedPackages } from './packed-packages.ts'
import { runWell } from './run.ts'
import { folderOf } from './workspace.ts'

/**
 * A folder that looks as after `npm install` of every package of ours: each as it was packed, and what they depend on as it stands in this
 * repository. No package manager is asked, which takes a second in place of twenty.
 */
export async function unpackedProject(folder: string, packed: string): Promise<void> {
  const outside = new Map<string, string>()
  await Promise.all(
    packedPackages(packed).map(async ({ tarball, manifest: { name, dependencies = {} } }) => {
      const place = join(folder, 'node_modules', name)
      mkdirSync(place, { recursive: true })
      await runWell('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'], { cwd: folder })
      for (const other of Object.keys(dependencies)) outside.set(other, join(folderOf(name), 'node_modules', other))
    }),
  )
  for (const [name, installed] of outside) {
    const place = join(folder, 'node_modules', name)
    if (name === 'assay' || name.startsWith('@assay/')) continue
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(realpathSync(installed), place)
  }
}
