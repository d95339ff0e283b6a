import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { StoredAdapter, StoredReply } from '../stored-reply.ts'
import { DamagedRow } from '../sqlite/sqlite-failure.ts'
import { adapterJson, storedCallJson, parseAdapter, parseCall, parseReply } from './reply-json.ts'

type Row = Readonly<Record<string, SQLOutputValue>>

/** The keys of a reply, and which runs may use it. */
type ReplyPlace = {
  readonly key: string
  /** The key of the call as sent, if that differs from the requested call. */
  readonly sentKey?: string | undefined
  /** The part of a run that received it; 0 if none did. */
  readonly part: number
  /** Whether other runs may use it. */
  readonly shared: boolean
}

/** A reply to be written, as text that a transaction can write repeatedly. */
export type ReplyText = Timed & {
  readonly call: string | null
}

type Timed = Pick<StoredReply, 'draw' | 'latencyMs' | 'attempts'> & { receivedAt: number; adapter: string; reply: string }

/** A reply that was read, and the part of a run that received it. */
type FoundRow = { readonly stored: StoredReply & { readonly receivedAt: number }; readonly part: number }

export type ReplyRows = {
  readonly isEmpty: () => boolean
  readonly findShared: (key: string) => FoundRow | undefined
  /** The reply that belongs to this part of a run only. */
  readonly findUnshared: (key: string, part: number) => FoundRow | undefined
  /** Whether a part of a run that continues here has put any for itself. */
  readonly hasUnshared: (part: number) => boolean
  /** @throws TypeError for what JSON cannot hold. */
  readonly encode: (stored: StoredReply, now: number) => ReplyText
  /** Replaces an earlier one: of the same part, or shared. Run this and the deletions in a transaction. */
  readonly put: (place: ReplyPlace, text: ReplyText) => void
  /** Deletes what is neither shared nor of an unfinished run, at most `most` at a time; returns how many. */
  readonly deleteUnheld: (most: number) => number
  /** The same for shared ones received before. */
  readonly deleteOlder: (receivedBefore: number, most: number) => number
  readonly onRollback: () => void
  /** Shared replies with their calls, in order of arrival, under each of their keys. @throws DamagedRow */
  readonly pages: (size: number) => Generator<{ readonly key: string; readonly stored: StoredReply }>
}

const COLUMNS = 'id, key, sent_key, part, adapter, draw, latency_ms, attempts, received_at, crc, reply'
/** Of a run that finished, or of none: parts of others are listed. */
const UNHELD = 'part NOT IN (SELECT id FROM parts)'

export function createReplyRows(database: DatabaseSync): ReplyRows {
  const sql = (text: string) => database.prepare(text)
  const shared = sql(underEitherKey('shared = 1'))
  const unshared = sql(underEitherKey('shared = 0 AND part = ?2'))
  const page = sql(`SELECT ${COLUMNS}, call FROM replies WHERE shared = 1 AND id > ? ORDER BY id LIMIT ?`)
  const adapterById = sql('SELECT json FROM adapters WHERE id = ?')
  const adapterByJson = sql('SELECT id FROM adapters WHERE json = ?')
  const addAdapter = sql('INSERT INTO adapters (json) VALUES (?)')
  const add = sql(
    `INSERT INTO replies (key, sent_key, part, shared, adapter, draw, latency_ms, attempts, received_at, crc, reply, call)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const unshare = sql('UPDATE replies SET shared = 0 WHERE key = ? AND shared = 1')
  const dropUnshared = sql('DELETE FROM replies WHERE part = ? AND key = ? AND shared = 0')
  const dropUnheldOf = sql(`DELETE FROM replies WHERE key = ? AND shared = 0 AND ${UNHELD}`)
  const dropUnheld = sql(`DELETE FROM replies WHERE id IN (SELECT id FROM replies WHERE shared = 0 AND ${UNHELD} LIMIT ?)`)
  const dropOlder = sql(
    `DELETE FROM replies WHERE id IN (SELECT id FROM replies WHERE shared = 1 AND received_at < ? AND ${UNHELD} LIMIT ?)`,
  )

  const withUnshared = new Set<number>()
  const adapterTexts = new WeakMap<StoredAdapter, string>()
  const adapterIds = new Map<string, SQLOutputValue>()
  const adapters = new Map<SQLOutputValue, { readonly json: string; readonly adapter: StoredAdapter }>()

  function decode(row: Row | undefined): FoundRow | undefined {
    if (row === undefined) return undefined
    const { json, adapter } = adapterOf(row['adapter'] ?? null)
    const [draw, latencyMs, attempts] = [Number(row['draw']), Number(row['latency_ms']), Number(row['attempts'])]
    const [receivedAt, part, reply] = [Number(row['received_at']), Number(row['part']), String(row['reply'])]
    const crc = crcOf(
      { key: String(row['key']), sentKey: sentKeyOf(row), part },
      { draw, latencyMs, attempts, receivedAt, adapter: json, reply },
    )
    if (crc !== row['crc']) throw new DamagedRow('a reply is not what was written')
    return { stored: { reply: parseReply(reply), draw, latencyMs, attempts, adapter, receivedAt }, part }
  }

  function adapterOf(id: SQLOutputValue): { readonly json: string; readonly adapter: StoredAdapter } {
    const known = adapters.get(id)
    if (known !== undefined) return known
    const json = String(adapterById.get(id)?.['json'])
    const found = { json, adapter: parseAdapter(json) }
    if (adapters.size < 1000) adapters.set(id, found)
    return found
  }

  function idOfAdapter(json: string): SQLOutputValue {
    const id = adapterIds.get(json) ?? adapterByJson.get(json)?.['id'] ?? addAdapter.run(json).lastInsertRowid
    if (adapterIds.size < 1000) adapterIds.set(json, id)
    return id
  }

  /** Runs put thousands of replies with the same adapter. */
  function textOfAdapter(adapter: StoredAdapter): string {
    const text = adapterTexts.get(adapter) ?? adapterJson(adapter)
    adapterTexts.set(adapter, text)
    return text
  }

  return {
    isEmpty: () => database.prepare('SELECT 1 FROM replies LIMIT 1').get() === undefined,
    findShared: (key) => decode(shared.get(key)),
    findUnshared: (key, part) => decode(unshared.get(key, part)),
    hasUnshared: (part) => withUnshared.has(part),
    encode: (stored, now) => ({
      draw: stored.draw,
      latencyMs: stored.latencyMs,
      attempts: stored.attempts,
      receivedAt: Math.floor(stored.receivedAt ?? now),
      adapter: textOfAdapter(stored.adapter),
      reply: JSON.stringify(stored.reply),
      call: storedCallJson(stored),
    }),
    put(place, text) {
      const { key, sentKey = null, part } = place
      const { draw, latencyMs, attempts, receivedAt, adapter, reply, call } = text
      const head = [key, sentKey, part, Number(place.shared), idOfAdapter(adapter), draw, latencyMs, attempts, receivedAt]
      const values = [...head, crcOf(place, text), reply, call]
      if (!place.shared) withUnshared.add(part)
      if (withUnshared.has(part)) dropUnshared.run(part, key)
      // Nearly always it is the first under its key.
      if (add.run(...values).changes === 1) return
      unshare.run(key)
      dropUnshared.run(part, key)
      // Another unfinished run still needs what it received.
      dropUnheldOf.run(key)
      add.run(...values)
    },
    deleteUnheld: (most) => Number(dropUnheld.run(most).changes),
    deleteOlder: (receivedBefore, most) => Number(dropOlder.run(receivedBefore, most).changes),
    onRollback: () => adapterIds.clear(),
    *pages(size) {
      for (let last: SQLOutputValue = 0; ;) {
        const rows: Row[] = page.all(last, size)
        for (const row of rows) {
          const found = decode(row)
          if (found === undefined) return
          const call = row['call']
          const stored = typeof call === 'string' ? { ...found.stored, call: parseCall(call) } : found.stored
          yield { key: String(row['key']), stored }
          const sentKey = sentKeyOf(row)
          if (sentKey !== undefined) yield { key: sentKey, stored }
          last = row['id'] ?? null
        }
        if (rows.length < size) return
      }
    },
  }
}

/** If no call was requested in this form, the last one that was sent so: several calls can be sent in the same form. */
function underEitherKey(where: string): string {
  const sent = `SELECT ${COLUMNS} FROM replies WHERE sent_key = ?1 AND ${where} ORDER BY id DESC LIMIT 1`
  return `SELECT ${COLUMNS} FROM replies WHERE key = ?1 AND ${where} UNION ALL SELECT * FROM (${sent}) LIMIT 1`
}

function sentKeyOf({ sent_key: key }: Row): string | undefined {
  return typeof key === 'string' ? key : undefined
}

/**
 * The check sum of everything that is served or leads to it, so that no other row is returned for a key. SQLite has no check sums: a page
 * overwritten inside a text would go unnoticed. `shared` changes, and is not included.
 */
function crcOf({ key, sentKey = '', part }: Omit<ReplyPlace, 'shared'>, text: Timed): number {
  const { draw, latencyMs, attempts, receivedAt, adapter, reply } = text
  return crc32(`${key} ${sentKey} ${part}`, crc32(`${draw} ${latencyMs} ${attempts} ${receivedAt} ${adapter} ${reply}`))
}
