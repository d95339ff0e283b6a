import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packAll } from './packed-packages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of our packages, packed. */
    readonly packed: string
  }
}

/** Packs the packages once for all tests. */
export default async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-packed-'))
  await packAll(folder)
  provide('packed', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
