import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { confinedFile } from '@assay/config-kit'
import { configError, isRecord } from '@assay/core'
import type { Reading } from './reading.ts'

type Code = (...given: readonly unknown[]) => unknown

/** Whether `file://x.js`, or `file://x.js:name`, is code that Node can load, unlike Python and others. */
export function isNodeCode(reference: string): boolean {
  return /\.[cm]?[jt]s(?::[\w$]+)?$/i.test(reference)
}

/**
 * Loads a module of the configuration: its default export, or the one in `file://x.js:name`. Loading runs it.
 * @throws AssayError `config` if it cannot be loaded, or the configuration is not trusted.
 */
export async function loadedCode(
  { folder, trustConfig, files }: Pick<Reading, 'folder' | 'trustConfig' | 'files'>,
  reference: string,
): Promise<unknown> {
  if (!trustConfig) throw configError(`${reference} is code, which runs only with --trust-config.`)
  const [, path = reference, name] = /^(.*\.[cm]?[jt]s)(?::([\w$]+))?$/i.exec(reference) ?? []
  const file = confinedFile(path, { folder, allowOutside: true })
  files.add(file)
  const module = await imported(file, reference)
  const exported = isRecord(module) && 'default' in module ? module['default'] : module
  // A compiled ES module has its default export one level deeper.
  const whole = isRecord(exported) && 'default' in exported ? exported['default'] : exported
  if (name === undefined) return whole
  for (const holder of [module, whole]) {
    if ((isRecord(holder) || typeof holder === 'function') && Object.hasOwn(holder, name)) return Reflect.get(holder, name)
  }
  throw configError(`${path} exports no ${name}.`)
}

/** The same for a function. @throws AssayError `config` */
export async function loadedFunction(reading: Pick<Reading, 'folder' | 'trustConfig' | 'files'>, reference: string): Promise<Code> {
  const code = await loadedCode(reading, reference)
  if (isCode(code)) return code
  throw configError(`${reference} exports no function.`)
}

/**
 * JavaScript text as a function, as in promptfoo: one line is an expression, several lines are a function body. For trusted configurations
 * only.
 * @throws AssayError `config` for invalid JavaScript.
 */
export function inlineFunction(code: string, { folder }: Pick<Reading, 'folder'>): Code {
  let made: Code
  try {
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval, typescript/no-unsafe-type-assertion -- what --trust-config is for
    made = new Function('output', 'context', 'process', code.includes('\n') ? code : `return ${code}`) as Code
  } catch (error) {
    throw configError(`${JSON.stringify(code)} is no JavaScript: ${messageOf(error)}.`)
  }
  const require = createRequire(resolve(folder, 'promptfooconfig.js'))
  const shownProcess: unknown = Object.create(process, { mainModule: { value: { require, exports: {} } } })
  return (output, context) => made(output, context, shownProcess)
}

export function isCode(value: unknown): value is Code {
  return typeof value === 'function'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function imported(file: string, reference: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    throw configError(`${reference} cannot be loaded: ${messageOf(error)}`)
  }
}
