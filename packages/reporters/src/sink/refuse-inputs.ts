import { fstatSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { configError } from '@assay/core'

/**
 * Prevents a report from overwriting an input. Files are compared by identity on disk, behind symbolic and hard links; `-` among the
 * inputs is standard input. Call it before an output is opened. `option` is the option that named an output, for the message.
 * @throws AssayError `config` where an output is one of the inputs, or two outputs are one file.
 */
export function refuseInputs(outputs: readonly string[], inputs: readonly string[], option = '-o'): void {
  const files = [...new Set(outputs)].filter((file) => file !== '-')
  const lost = inputOverwritten(files, inputs)
  if (lost !== undefined) {
    const { output, input } = lost
    const same = output === input ? 'a file that is read here' : `${input}, which is read here`
    const what = input === '-' ? 'the file on the standard input' : same
    throw configError(`${option} ${output} is ${what}: it would be overwritten. Name another file.`)
  }
  const written = new Map<string, string>()
  for (const output of files) {
    const place = identityOf(output) ?? resolve(output)
    const twin = written.get(place)
    if (twin !== undefined) throw configError(`${option} ${twin} and ${option} ${output} are one file. Name it once.`)
    written.set(place, output)
  }
}

/** The first output that is also an input, and that input. */
export function inputOverwritten(
  outputs: readonly string[],
  inputs: readonly string[],
): { readonly output: string; readonly input: string } | undefined {
  const known = new Map<string, string>()
  for (const input of inputs) {
    const found = identityOf(input)
    if (found !== undefined && !known.has(found)) known.set(found, input)
  }
  for (const output of outputs) {
    const input = known.get(identityOf(output) ?? '')
    if (input !== undefined) return { output, input }
  }
  return undefined
}

/** The identity of the file behind a path; `undefined` if there is none, or nothing could be lost (a pipe, `/dev/null`). */
function identityOf(path: string): string | undefined {
  try {
    const found = path === '-' ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true, throwIfNoEntry: false })
    return found?.isFile() === true ? `${found.dev}:${found.ino}` : undefined
  } catch {
    return undefined
  }
}
