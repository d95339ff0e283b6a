import { AssayError } from '@assay/core'

const REFERENCE = /\$\{([A-Za-z_]\w{0,199})\}/g

export type Environment = Readonly<Record<string, string | undefined>>

/** The names in a text such as `Bearer ${JUDGE_KEY}`. */
export function environmentNames(text: string): string[] {
  return Array.from(text.matchAll(REFERENCE), ([, name = '']) => name)
}

/**
 * The text with each `${NAME}` replaced, once, by the variable's value. References in that value are not replaced.
 * @param where The name of the text in the message, as in `judge.apiKey`.
 * @throws AssayError `config` for a variable that is not set or empty. The message holds no value.
 */
export function expandEnvironment(text: string, where: string, environment: Environment = process.env): string {
  return text.replace(REFERENCE, (_found, name: string) => {
    const value = environment[name]
    if (value !== undefined && value !== '') return value
    throw new AssayError({
      kind: 'config',
      message: `${where} reads \${${name}}, which is not set in the environment. Set it, or write the value's name right.`,
    })
  })
}
