import { stat } from 'node:fs/promises'
import { AssayError } from '@assay/core'
import { fileSink } from '@assay/reporters'
import { say } from './say.ts'
import { writeWhole } from './write-whole.ts'

/** Where a command writes its figures as JSON, besides what it prints. */
export type JsonOutput = {
  /** @throws AssayError `config` where the file cannot be written: before any call. */
  readonly check: () => Promise<void>
  /**
   * Prints the text, or the JSON if that goes to the standard output; then writes the file. The text comes first, so that figures that cost
   * calls are shown even if the file cannot be written. `false` if it cannot, with a message.
   */
  readonly show: (figures: unknown, text: string) => Promise<boolean>
}

/** @param path A file, `-` for the standard output, or nothing. */
export function jsonOutput(path: string | undefined): JsonOutput {
  return {
    async check() {
      if (path === undefined || path === '-' || (await isStream(path))) return
      const sink = fileSink(path)
      await sink.open()
      await sink.discard()
    },
    async show(figures, text) {
      const json = `${JSON.stringify(figures, null, 2)}\n`
      process.stdout.write(path === '-' ? json : text)
      return path === undefined || path === '-' || isWritten(path, json)
    },
  }
}

async function isWritten(path: string, text: string): Promise<boolean> {
  try {
    await writeWhole(path, text)
    return true
  } catch (error) {
    if (!AssayError.is(error)) throw error
    say(error.message)
    return false
  }
}

/** A pipe is not tried beforehand: to open and close it would end what its reader gets. */
async function isStream(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}
