import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { configError } from '@assay/core'

/** The file names, looked up in every folder from the working folder upwards. */
const NAMES = [
  'assay.config.ts',
  'assay.config.mts',
  'assay.config.js',
  'assay.config.mjs',
  'assay.config.json',
  'assay.config.yaml',
  'assay.config.yml',
]

/** Where a data file was looked for: in the configuration that was found, or nowhere. `given` is the option on the command line. */
export function noDataNamed(found: string | false | undefined, given: string | false | undefined): string {
  if (typeof found === 'string') return `${found} names none as data.`
  if (given === false) return 'Configurations were left out.'
  return `No configuration (assay.config.yaml, .json, .ts or .js) that could name one stands in ${process.cwd()} or in a folder above it.`
}

/**
 * The nearest configuration file, from `folder` upwards.
 * @throws AssayError `config` if one folder holds two.
 */
export function findConfig(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const [found, second] = NAMES.map((name) => join(at, name)).filter((path) => existsSync(path))
    if (found !== undefined && second !== undefined) {
      throw configError(`There are ${found} and ${second}. Keep one, or name it with -c.`)
    }
    if (found !== undefined || at === dirname(at)) return found
  }
}
