import { configError } from '@assay/core'

export type StoreUrl = {
  /** For the driver: all but what only Assay reads. */
  readonly connection: string
  /** For people: no user, no password, no parameters. */
  readonly shown: string
  /** The schema of the tables. */
  readonly schema: string
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,39}$/

/** Whether a store is named by such a URL, and not by a folder. */
export function isPostgresUrl(store: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(store)
}

/** A URL without user, password and parameters. What is no URL is not shown at all: a password may stand anywhere in it. */
export function shownStoreUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined) return 'postgres://…'
  return `postgres://${parsed.host}${parsed.pathname}`
}

/** @throws AssayError `config` for what is no URL, or names no usable schema. */
export function storeUrl(url: string): StoreUrl {
  if (!URL.canParse(url)) {
    throw configError(
      'The URL of the store cannot be read. Write it as postgres://user@host:5432/database; in a password, / is %2F and @ is %40.',
    )
  }
  const parsed = new URL(url)
  const schema = parsed.searchParams.get('schema') ?? 'assay'
  const shown = shownStoreUrl(url)
  if (!SCHEMA.test(schema)) {
    throw configError(`${shown}: schema=${schema} is no name for a schema. Use lower-case letters, digits and _, 40 at most.`)
  }
  parsed.searchParams.delete('schema')
  return { connection: parsed.href, shown, schema }
}
