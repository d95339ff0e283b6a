import { AssayError } from '@assay/core'
import type { ConfigPath } from './config-tree.ts'

export type ConfigPlace = { readonly file: string; readonly line?: number | undefined; readonly path?: ConfigPath | undefined }

/** The error for a fault in a configuration: `assay.config.yaml:7: metrics[1].threshold: …`. */
export function configFault(place: ConfigPlace, what: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'config', message: `${shownPlace(place)}: ${what}`, cause })
}

/** `assay.config.yaml:7: metrics[1].threshold`. */
export function shownPlace({ file, line, path = [] }: ConfigPlace): string {
  const where = line === undefined ? file : `${file}:${line}`
  return path.length === 0 ? where : `${where}: ${shownPath(path)}`
}

/** `metrics[1].threshold`. */
export function shownPath(path: ConfigPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      const plain = /^[\w$-]+$/.test(part)
      return plain ? `${index === 0 ? '' : '.'}${part}` : `[${JSON.stringify(part)}]`
    })
    .join('')
}
