import type { $ZodType, output } from 'zod/v4/core'

/** An option, declared once. Its flag, its key in files, its name in code, its help and its errors come from here. */
export type OptionSpec<Schema extends $ZodType = $ZodType> = {
  /** Its schema, the same on the command line, in files and in code. */
  readonly schema: Schema
  /** Whether help leaves it out. */
  readonly isHidden?: boolean
  /** Its effect, in one line without a full stop. */
  readonly help: string
  /** The form of its value in the help, as in `<seconds>`. Not for booleans. */
  readonly value?: string
  /** The letter of its short flag, as in `n` for `-n`. */
  readonly short?: string
  /** `false` if only files and code can set it. */
  readonly flag?: false | undefined
  /** Whether it is required. */
  readonly isRequired?: boolean
  /** Shown by `assay config print` if no value is given. The code that uses the option applies it. */
  readonly default?: unknown
  /** Whether its flag may be repeated, if its schema does not show that: for `readTexts`. */
  readonly isRepeatable?: boolean
  /** Parses texts of the command line, if its schema does not define how. @throws AssayError `config` */
  readonly readTexts?: (texts: readonly string[]) => unknown
  /** The kind of its texts, for checks of a configuration that is not trusted. */
  readonly holds?: TextRole
  /** Whether it has no effect any more. It is accepted with a warning, and `help` gives the reason. */
  readonly hasNoEffect?: boolean
  /** Earlier names, as in files (`gates`). They are accepted with a warning, as flags too. */
  readonly formerNames?: readonly string[]
}

/**
 * - `path`: of a file. It starts from the folder of the configuration, and must not leave it unless the configuration is trusted.
 * - `id`: may name a file of code, which only a trusted configuration may load.
 * - `key`: a secret. A file holds `${NAME}` of an environment variable instead.
 * - `reference`: may contain `${NAME}` of an environment variable.
 * - `cost`: an amount of money, or `${NAME}` of an environment variable that holds one.
 */
export type TextRole = 'path' | 'id' | 'key' | 'reference' | 'cost'

export type OptionTable = Readonly<Record<string, OptionSpec>>

/** The values of a table's options. All that are not required may be left out. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly isRequired: true } ? Name : never]: output<Table[Name]['schema']>
} & {
  readonly [Name in keyof Table as Table[Name] extends { readonly isRequired: true } ? never : Name]?: output<Table[Name]['schema']>
}

/** `maxRetries` as `--max-retries`; of a switch that is on by default, `--no-cache`. */
export function flagOf(name: string, { default: preset }: Pick<OptionSpec, 'default'> = {}): string {
  return `--${preset === true ? 'no-' : ''}${dashed(name)}`
}

/** `maxRetries` as `max-retries`. */
export function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}
