import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A folder of its own for each test of a file, and paths in it. */
export function useTempFolder(): (name: string) => string {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-report-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  return (name) => join(folder, name)
}
