import { type AssayError, configError, type LLMAdapter } from '@assay/core'
import {
  checkModel,
  type ClaimExtractor,
  type ClaimVerifier,
  type PromptKey,
  type PromptOverrides,
  refuseText,
  shippedPrompts,
} from '@assay/judge'

/** The error of a factory for an invalid option. */
export function optionFault(factory: string, message: string): AssayError {
  return configError(`${factory}: ${message}.`)
}

/** @throws AssayError `config` for the first of these options that was given. */
export function refuseOptions(factory: string, options: object, names: readonly string[], why: string): void {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(options))
  for (const name of names) if (given.get(name) !== undefined) throw optionFault(factory, `${name} ${why}`)
}

/** @throws AssayError `config` for a blank name. */
export function checkName(factory: string, name: string | undefined): void {
  if (name?.trim() === '') throw optionFault(factory, 'the name is blank; give it one, or leave the option out')
}

/** @throws AssayError `config` if a text, or something that is no adapter, was given as a model. */
export function checkedModel(factory: string, judge: unknown, due = 'a model (an LLMAdapter) or a ClaimVerifier'): LLMAdapter {
  refuseText(judge, factory)
  if (!has(judge, 'doGenerate')) throw optionFault(factory, `judge must be ${due}`)
  checkModel(judge, factory)
  return judge
}

/**
 * A prompt that is never sent would mislead its author.
 * @throws AssayError `config` for a prompt that does not exist, or that these options do not send.
 */
export function checkPrompts(
  factory: string,
  prompts: PromptOverrides | undefined,
  { known, sent }: { readonly known: readonly PromptKey[]; readonly sent: readonly PromptKey[] },
): void {
  const isSent = new Set<string>(sent)
  for (const [key, prompt] of Object.entries(prompts ?? {})) {
    if (!Object.hasOwn(shippedPrompts, key))
      throw optionFault(factory, `there is no prompt ${JSON.stringify(key)}; there are ${known.join(', ')}`)
    if (prompt !== undefined && !isSent.has(key)) throw optionFault(factory, `prompts.${key} is not sent with these options; leave it out`)
  }
}

/**
 * A verifier of claims has another task than one of items: `kind` is the id of the allowed ones.
 * @throws AssayError `config` for any other, also among its members.
 */
export function checkItemJudge(factory: string, verifier: ClaimVerifier, kind: string, made: string): void {
  if (verifier.composition !== undefined) for (const member of verifier.composition.members) checkItemJudge(factory, member, kind, made)
  else if (verifier.id !== kind)
    throw optionFault(factory, `${verifier.signature} verifies something else; give a model, or ${made}, alone or in votes() and panel()`)
}

export function isVerifier(value: unknown): value is ClaimVerifier {
  return has(value, 'verify')
}

export function isExtractor(value: unknown): value is ClaimExtractor {
  return has(value, 'extract')
}

/** Whether it is an object with such a method. */
export function has(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function'
}
