import { fileSink } from '@assay/reporters'

/** Writes a file that is there as a whole or not at all: one that stood there before stays. @throws AssayError `config` where it cannot be written. */
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
