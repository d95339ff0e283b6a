import { fileSink } from '@assay/reporters'

/** Writes a file as a whole or not at all; if it fails, an older file stays as it was. @throws AssayError `config` where it cannot be written. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const sink = fileSink(path)
  try {
    await sink.open()
    await sink.write(text)
    await sink.close()
  } catch (error) {
    await sink.discard()
    throw error
  }
}
