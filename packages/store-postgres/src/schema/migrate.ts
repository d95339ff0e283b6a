import { configError } from '@assay/core'
import type { Database, Query } from '../connection/database.ts'
import type { StoreUrl } from '../connection/store-url.ts'
import { MIGRATIONS } from './migrations.ts'

/** Taken while tables are made: several processes may open a new store at once. */
const LOCK = 0x6173_7379

/**
 * Brings the tables to the newest format, in one transaction.
 * @throws AssayError `config` for a newer format, which stays unchanged, and where the role may not make tables.
 */
export async function migrate(database: Database, url: StoreUrl, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const { schema } = url
  const isCurrent = await database.run(async (query) => (await formatOf(query, url, migrations.length)) === migrations.length)
  if (isCurrent) return
  await database.transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const from = await formatOf(query, url, migrations.length)
    const [found] = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])
    // Not "IF NOT EXISTS": that asks for a right which is not needed where an owner has made the schema.
    if (found === undefined) await query(`CREATE SCHEMA ${schema}`)
    if (from === 0) await query(`CREATE TABLE ${schema}.format (version integer NOT NULL)`)
    for (const step of migrations.slice(from)) {
      for (const statement of step.replaceAll('SCHEMA', schema).split(';\n')) await query(statement)
    }
    await query(`DELETE FROM ${schema}.format`)
    await query(`INSERT INTO ${schema}.format (version) VALUES ($1)`, [migrations.length])
  })
}

/** 0 if there are no tables. */
async function formatOf(query: Query, { schema, shown }: StoreUrl, known: number): Promise<number> {
  // Read from the catalog, which every role may read.
  const [table] = await query(
    'SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2',
    [schema, 'format'],
  )
  if (table === undefined) return 0
  const [row] = await query(`SELECT version FROM ${schema}.format`)
  const version = Number(row?.['version'] ?? 0)
  if (version <= known) return version
  throw configError(
    `${shown} was written by a newer version of Assay (format ${version}, this version knows ${known}), and is left as it is. Update Assay, or name another store.`,
  )
}
