import { readFileSync } from 'node:fs'
import { registerHooks, type ResolveFnOutput } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sayAs } from '@assay/command-kit'
import { isRecord } from '@assay/core'
import { packageVersion } from './package-version.ts'

/** The library of this command: beside this file in the bundle as in the sources. */
const library = new URL(import.meta.url.endsWith('.ts') ? './index.ts' : './library.js', import.meta.url).href

let isShared = false

/**
 * Makes `assay` refer to this command's own library in every import or require: entries that a configuration registers are then available
 * to the command. Reports if another version is installed.
 */
export function shareLibrary(): void {
  if (isShared) return
  isShared = true
  const reported = new Set<string>()
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier !== 'assay') return nextResolve(specifier, context)
      const other = otherVersion(() => nextResolve('assay/package.json', context))
      if (other !== undefined && !reported.has(other.folder)) {
        reported.add(other.folder)
        sayAs('assay', `warning: ${sentence(other, context.parentURL)}`)
      }
      return { url: library, shortCircuit: true }
    },
  })
}

type Installed = { readonly folder: string; readonly version: string }

/** The library installed for a file, if its version is another one. */
function otherVersion(resolve: () => ResolveFnOutput): Installed | undefined {
  try {
    const path = fileURLToPath(resolve().url)
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const version = isRecord(manifest) ? manifest['version'] : undefined
    return typeof version !== 'string' || version === packageVersion ? undefined : { folder: dirname(path), version }
  } catch {
    // None is installed there, or it is this one.
    return undefined
  }
}

function sentence({ folder, version }: Installed, importer: string | undefined): string {
  const file = importer?.startsWith('file:') === true ? fileURLToPath(importer) : 'a file'
  return `this command is assay ${packageVersion}, and ${file} finds assay ${version} in ${folder}. It gets the library of the command. Run the installed one (npx assay), or install assay@${packageVersion} there.`
}
