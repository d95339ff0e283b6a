import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A path in a folder of its own, which goes with the test. */
export function temporaryFile(name = 'recording.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-recorded-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, name)
}
