import { extname } from 'node:path'
import { AssayError } from '@assay/core'
import { fileSink } from './file-sink.ts'
import { createJsonReporter } from './json-reporter.ts'
import type { Reporter } from './reporter.ts'
import type { TextSink } from './text-sink.ts'

/** Formats by the ending of the file's name: a further one is a line here. */
const FORMATS = new Map<string, (sink: TextSink) => Reporter>([['.json', createJsonReporter]])

/**
 * The reporter that writes a file, chosen by how its name ends.
 * @throws AssayError `config` for an ending no format has.
 */
export function reporterFor(path: string): Reporter {
  const ending = extname(path).toLowerCase()
  const create = FORMATS.get(ending)
  if (create !== undefined) return create(fileSink(path))
  const known = Array.from(FORMATS.keys()).join(', ')
  const found = ending === '' ? 'has no ending' : `ends in ${ending}`
  throw new AssayError({ kind: 'config', message: `${path} ${found}, which names no report format. Endings there are: ${known}.` })
}
