import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { DamagedRow, UnknownFormat } from './sqlite-failure.ts'

/** Marks a file as Assay's in its header ("assy"). */
const APPLICATION_ID = 0x61737379

/**
 * Steps from a file of format n to one of n + 1. A published step is never changed; add another after it.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE adapters (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE);
   CREATE TABLE replies (id INTEGER PRIMARY KEY AUTOINCREMENT, adapter INTEGER NOT NULL, draw INTEGER NOT NULL, latency_ms REAL NOT NULL,
     attempts INTEGER NOT NULL, received_at INTEGER NOT NULL, crc INTEGER NOT NULL, reply TEXT NOT NULL, call TEXT);
   CREATE TABLE journal (run TEXT NOT NULL, key TEXT NOT NULL, reply INTEGER NOT NULL, mark INTEGER NOT NULL, PRIMARY KEY (run, key)) WITHOUT ROWID;
   CREATE INDEX journal_reply ON journal (reply);
   CREATE TABLE store (key TEXT PRIMARY KEY, reply INTEGER NOT NULL, received_at INTEGER NOT NULL, mark INTEGER NOT NULL) WITHOUT ROWID;
   CREATE INDEX store_reply ON store (reply);
   CREATE TABLE vectors (key TEXT PRIMARY KEY, received_at INTEGER NOT NULL, crc INTEGER NOT NULL, vector BLOB NOT NULL);
   CREATE INDEX vectors_age ON vectors (received_at);
   CREATE TABLE runs (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, started_at INTEGER NOT NULL,
     touched_at INTEGER NOT NULL, finished_at INTEGER, pid INTEGER NOT NULL, host TEXT NOT NULL, resume TEXT NOT NULL);`,
  // One row for a reply, instead of one plus an entry in each of journal and store. Entries that lead to no reply are left out.
  `CREATE TABLE parts (id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL);
   INSERT INTO parts (run) SELECT id FROM runs WHERE status <> 'finished' ORDER BY seq;
   ALTER TABLE replies RENAME TO old_replies;
   CREATE TABLE replies (id INTEGER PRIMARY KEY, key TEXT NOT NULL, sent_key TEXT, part INTEGER NOT NULL, shared INTEGER NOT NULL,
     adapter INTEGER NOT NULL, draw INTEGER NOT NULL, latency_ms REAL NOT NULL, attempts INTEGER NOT NULL, received_at INTEGER NOT NULL,
     crc INTEGER NOT NULL, reply TEXT NOT NULL, call TEXT);
   CREATE TEMP TABLE entries AS
     SELECT reply, key, coalesce((SELECT p.id FROM journal j JOIN parts p ON p.run = j.run WHERE j.reply = s.reply), 0) AS part, 1 AS shared
       FROM store s WHERE mark = crc32(key || ' ' || reply, 0)
     UNION ALL
     SELECT reply, key, p.id, 0 FROM journal j JOIN parts p USING (run)
       WHERE mark = crc32(run || ' ' || key || ' ' || reply, 0) AND NOT EXISTS (SELECT 1 FROM store WHERE reply = j.reply);
   INSERT INTO replies (key, sent_key, part, shared, adapter, draw, latency_ms, attempts, received_at, crc, reply, call)
     SELECT e.key, e.sent, e.part, e.shared, adapter, draw, latency_ms, attempts, received_at,
         crc32(e.key || ' ' || coalesce(e.sent, '') || ' ' || e.part, crc), r.reply, call
       FROM (SELECT reply, min(key) AS key, nullif(max(key), min(key)) AS sent, part, shared FROM entries GROUP BY reply, part) e
       JOIN old_replies r ON r.id = e.reply ORDER BY r.id;
   DROP TABLE entries;
   DROP TABLE journal;
   DROP TABLE store;
   DROP TABLE old_replies;
   CREATE UNIQUE INDEX shared_reply ON replies (key) WHERE shared = 1;
   CREATE INDEX unshared_reply ON replies (part, key) WHERE shared = 0;
   CREATE INDEX sent_reply ON replies (sent_key) WHERE sent_key IS NOT NULL;`,
]

/**
 * Brings a file to the newest format, in one transaction: a process that dies in it leaves the file unchanged.
 * @throws UnknownFormat for a newer file, which stays unchanged; DamagedRow for another database.
 */
export function migrate(database: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  if (isCurrent(database, migrations)) return
  database.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have been faster.
    if (!isCurrent(database, migrations)) {
      database.function('crc32', (text, value) => crc32(String(text), Number(value)))
      const from = pragma(database, 'user_version')
      for (const step of migrations.slice(from)) database.exec(step)
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`)
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function isCurrent(database: DatabaseSync, migrations: readonly string[]): boolean {
  const application = pragma(database, 'application_id')
  const version = pragma(database, 'user_version')
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (application !== APPLICATION_ID && !isEmpty) throw new DamagedRow('it is the database of another program')
  if (version > migrations.length) throw new UnknownFormat(`format ${version}, this version knows ${migrations.length}`)
  return version === migrations.length
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0)
}
