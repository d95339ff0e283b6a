import type { $ZodType, output } from 'zod/v4/core'

/** An option, declared once. Its flag, its key in files, its name in code, its help and its errors come from here. */
export type OptionSpec<Schema extends $ZodType = $ZodType> = {
  /** What it may be, alike on the command line, in files and in code. */
  readonly schema: Schema
  /** Whether no help shows it. */
  readonly isHidden?: boolean
  /** What it does, in one line without a full stop. */
  readonly help: string
  /** How the help writes its value, as in `<seconds>`. Not for booleans. */
  readonly value?: string
  /** The letter of its short flag, as in `n` for `-n`. */
  readonly short?: string
  /** `false` where only files and code can give it. */
  readonly flag?: false | undefined
  /** Whether whoever has the option cannot do without it. */
  readonly isRequired?: boolean
  /** Shown by `assay config print` where nobody gives a value. What uses the option applies it. */
  readonly default?: unknown
  /** Whether its flag may be given several times, where its schema does not say so: for `readTexts`. */
  readonly isRepeatable?: boolean
  /** Texts of the command line to a value, where its schema does not say how. @throws AssayError `config` */
  readonly readTexts?: (texts: readonly string[]) => unknown
  /** What its texts are, where a configuration that is not trusted may not say everything. */
  readonly holds?: TextRole
  /** Whether it does nothing any more. It is accepted with a warning, and `help` says why. */
  readonly hasNoEffect?: boolean
  /** Earlier names, as in files (`gates`). They are accepted with a warning, as flags too. */
  readonly formerNames?: readonly string[]
}

/**
 * - `path`: of a file. It starts from the folder of the configuration, and stays inside unless the configuration is trusted.
 * - `id`: may name a file of code, which only a trusted configuration may load.
 * - `key`: a secret. A file holds `${NAME}` of an environment variable in its place.
 * - `reference`: `${NAME}` of an environment variable may stand in it.
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
