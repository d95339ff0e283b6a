import { AssayError, configError, isRecord } from '@assay/core'
import { isCode, messageOf } from '../reading/trusted-code.ts'
import type { Answer, Target } from './answer.ts'
import { restsOf } from './rests.ts'

/** A provider in code: a class or an object with `callApi`, or that function alone. */
export type CodeProvider = { readonly callApi: (...given: readonly unknown[]) => unknown }

export type CodeCall = {
  readonly provider: CodeProvider
  /** Its name in the configuration. */
  readonly name: string
  /** As written, for signatures. */
  readonly prompt: { readonly text: string; readonly label: string }
  /** With its variables filled in. */
  readonly rendered: string
  readonly vars: Readonly<Record<string, unknown>>
  readonly test: Readonly<Record<string, unknown>>
}

/**
 * The provider that a module exports, created as in promptfoo.
 * @throws AssayError `config` for anything else.
 */
export function codeProvider(exported: unknown, options: Readonly<Record<string, unknown>>, name: string): CodeProvider {
  if (isProvider(exported)) return exported
  if (!isCode(exported)) throw configError(`${name} exports no provider: a class with a method callApi, or a function.`)
  if (!isClass(exported)) return { callApi: exported }
  try {
    const made: unknown = Reflect.construct(exported, [options])
    if (isProvider(made)) return made
  } catch (error) {
    throw configError(`${name} threw while its provider was made: ${messageOf(error)}`)
  }
  throw configError(`${name} exports a class without a method callApi.`)
}

export function codeTarget({ provider, name, prompt, rendered, vars, test }: CodeCall): Target {
  const context = { vars, prompt: { raw: rendered, label: prompt.label }, test, originalProvider: provider, logger: SILENT }
  return {
    rests: restsOf(name, prompt.text),
    givesMetadata: true,
    prompt: rendered,
    async answer() {
      let given: unknown
      try {
        given = await provider.callApi(rendered, context, {})
      } catch (error) {
        throw failed(name, `threw: ${messageOf(error)}`, error)
      }
      return answerIn(given, name)
    },
  }
}

/** The result of `callApi` as an answer. @throws AssayError `provider` or `empty_reply` without an answer. */
export function answerIn(given: unknown, name: string): Answer {
  if (typeof given === 'string') return { output: given }
  const { error, output, metadata }: Readonly<Record<string, unknown>> = isRecord(given) ? given : {}
  if (error !== undefined && error !== null && error !== '')
    throw failed(name, `failed: ${typeof error === 'string' ? error : JSON.stringify(error)}`)
  if (output === undefined || output === null || output === '')
    throw new AssayError({ kind: 'empty_reply', message: `${name} answered the prompt with nothing.` })
  return { output, metadata }
}

/** The `context.logger` of providers. It is silent, since standard output is for reports. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore(): void {
  // Silent.
}

function isProvider(value: unknown): value is CodeProvider {
  return typeof value === 'object' && value !== null && 'callApi' in value && typeof value.callApi === 'function'
}

function isClass(code: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(code)) || ('prototype' in code && isProvider(code.prototype))
}

function failed(name: string, what: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'provider', message: `${name} ${what}`, isRetryable: false, cause })
}
