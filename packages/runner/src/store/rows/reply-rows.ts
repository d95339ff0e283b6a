import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { KeptAdapter, KeptReply } from '../kept-reply.ts'
import { DamagedRow } from '../sqlite/sqlite-failure.ts'
import { adapterJson, keptCallJson, parseAdapter, parseCall, parseReply } from './reply-json.ts'

type Row = Readonly<Record<string, SQLOutputValue>>

/** A reply on its way into the file, as text that a transaction can write as often as it must. */
export type ReplyRow = {
  readonly kept: KeptReply
  readonly receivedAt: number
  /** Left out where it stands in the file already. */
  readonly text?: ReplyText
}

type ReplyText = { readonly adapter: string; readonly reply: string; readonly call: string | null }

export type ReplyRows = {
  readonly fromJournal: (run: string, key: string) => KeptReply | undefined
  readonly fromStore: (key: string, notBefore: number) => KeptReply | undefined
  /** The id of the reply that was written last. */
  readonly newest: () => number
  /** Whether it was written later, or is still on its way. */
  readonly isAfter: (kept: KeptReply, id: number) => boolean
  /** @throws TypeError for what JSON cannot hold. */
  readonly encode: (kept: KeptReply, now: number) => ReplyRow
  /** These three belong into a transaction. */
  readonly intoJournal: (run: string, key: string, row: ReplyRow) => void
  readonly intoStore: (key: string, row: ReplyRow) => void
  /** Deletes those that nobody holds; says how many these were. */
  readonly deleteOrphans: (ids: readonly (SQLOutputValue | undefined)[]) => number
  readonly onCommit: () => void
  readonly onRollback: () => void
  /** Shared replies with their calls, in the order in which they came, under each of their keys. @throws DamagedRow */
  readonly pages: (size: number) => Generator<{ readonly key: string; readonly kept: KeptReply }>
}

const COLUMNS = 'r.id, r.draw, r.latency_ms, r.attempts, r.received_at, r.crc, r.reply, a.json AS adapter, x.mark'
const JOINED = 'JOIN replies r ON r.id = x.reply JOIN adapters a ON a.id = r.adapter'

export function createReplyRows(database: DatabaseSync): ReplyRows {
  const sql = (text: string) => database.prepare(text)
  const journaled = sql(`SELECT ${COLUMNS} FROM journal x ${JOINED} WHERE x.run = ? AND x.key = ?`)
  const stored = sql(`SELECT ${COLUMNS} FROM store x ${JOINED} WHERE x.key = ? AND x.received_at >= ?`)
  const page = sql(
    `SELECT ${COLUMNS}, x.key, r.call FROM store x ${JOINED} WHERE r.id >= ? AND (r.id > ? OR x.key > ?) ORDER BY r.id, x.key LIMIT ?`,
  )
  const newest = sql('SELECT max(id) AS id FROM replies')
  const adapterId = sql('SELECT id FROM adapters WHERE json = ?')
  const addAdapter = sql('INSERT INTO adapters (json) VALUES (?)')
  const addReply = sql(
    'INSERT INTO replies (adapter, draw, latency_ms, attempts, received_at, crc, reply, call) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const stands = sql('SELECT 1 FROM replies WHERE id = ?')
  const journalEntry = sql('SELECT reply FROM journal WHERE run = ? AND key = ?')
  const addToJournal = sql('INSERT INTO journal (run, key, reply, mark) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const setJournal = sql('UPDATE journal SET reply = ?, mark = ? WHERE run = ? AND key = ?')
  const storeEntry = sql('SELECT reply FROM store WHERE key = ?')
  const addToStore = sql('INSERT INTO store (key, reply, received_at, mark) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const setStore = sql('UPDATE store SET reply = ?, received_at = ?, mark = ? WHERE key = ?')
  const orphans = sql(
    'DELETE FROM replies WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM store WHERE reply = replies.id) AND NOT EXISTS (SELECT 1 FROM journal WHERE reply = replies.id)',
  )

  /** Where a reply stands that was read or written here: put again, as into the store after the journal, it is not written again. */
  const places = new WeakMap<KeptReply, Place>()
  const uncommitted = new Set<KeptReply>()
  /** Of those that are on their way: into journal and store a reply goes together. */
  const texts = new WeakMap<KeptReply, ReplyText>()
  const adapterTexts = new WeakMap<KeptAdapter, string>()
  const adapterIds = new Map<string, SQLOutputValue>()
  const adapters = new Map<string, KeptAdapter>()

  function decode(names: readonly string[], row: Row): KeptReply {
    if (markOf(names, row['id']) !== row['mark']) throw new DamagedRow('an entry is not what was written')
    const [draw, latencyMs, attempts, receivedAt] = [row['draw'], row['latency_ms'], row['attempts'], row['received_at']].map(Number)
    const [reply, adapter] = [String(row['reply']), String(row['adapter'])]
    if (draw === undefined || latencyMs === undefined || attempts === undefined || receivedAt === undefined) throw new DamagedRow()
    if (crcOf({ draw, latencyMs, attempts, receivedAt, adapter, reply }) !== row['crc']) {
      throw new DamagedRow('a reply is not what was written')
    }
    const kept: KeptReply = { reply: parseReply(reply), draw, latencyMs, attempts, adapter: adapterOf(adapter), receivedAt }
    places.set(kept, { id: row['id'] ?? null, receivedAt })
    return kept
  }

  function adapterOf(json: string): KeptAdapter {
    const adapter = adapters.get(json) ?? parseAdapter(json)
    if (adapters.size < 1000) adapters.set(json, adapter)
    return adapter
  }

  function idOfAdapter(json: string): SQLOutputValue {
    const id = adapterIds.get(json) ?? adapterId.get(json)?.['id'] ?? addAdapter.run(json).lastInsertRowid
    if (adapterIds.size < 1000) adapterIds.set(json, id)
    return id
  }

  function idOf({ kept, receivedAt, text }: ReplyRow): SQLOutputValue {
    const known = places.get(kept)
    // What this transaction wrote stands; anything older another process may have pruned since.
    if (known !== undefined && (uncommitted.has(kept) || stands.get(known.id) !== undefined)) return known.id
    const { adapter, reply, call } = text ?? textOf(kept)
    const { draw, latencyMs, attempts } = kept
    const crc = crcOf({ draw, latencyMs, attempts, receivedAt, adapter, reply })
    const id = addReply.run(idOfAdapter(adapter), draw, latencyMs, attempts, receivedAt, crc, reply, call).lastInsertRowid
    places.set(kept, { id, receivedAt })
    texts.delete(kept)
    uncommitted.add(kept)
    return id
  }

  function textOf(kept: KeptReply): ReplyText {
    const known = texts.get(kept)
    if (known !== undefined) return known
    const text = { adapter: textOfAdapter(kept.adapter), reply: JSON.stringify(kept.reply), call: keptCallJson(kept) }
    texts.set(kept, text)
    return text
  }

  /** Runs put thousands of replies with one and the same adapter. */
  function textOfAdapter(adapter: KeptAdapter): string {
    const text = adapterTexts.get(adapter) ?? adapterJson(adapter)
    adapterTexts.set(adapter, text)
    return text
  }

  function deleteOrphans(ids: readonly (SQLOutputValue | undefined)[]): number {
    return Number(orphans.run(JSON.stringify(ids)).changes)
  }

  return {
    encode(kept, now) {
      const known = places.get(kept)
      if (known !== undefined) return { kept, receivedAt: known.receivedAt }
      return { kept, receivedAt: Math.floor(kept.receivedAt ?? now), text: textOf(kept) }
    },
    newest: () => Number(newest.get()?.['id'] ?? 0),
    isAfter(kept, id) {
      const place = places.get(kept)
      return place === undefined || Number(place.id) > id
    },
    fromJournal(run, key) {
      const row = journaled.get(run, key)
      return row === undefined ? undefined : decode([run, key], row)
    },
    fromStore(key, notBefore) {
      const row = stored.get(key, notBefore)
      return row === undefined ? undefined : decode([key], row)
    },
    intoJournal(run, key, row) {
      const id = idOf(row)
      const mark = markOf([run, key], id)
      // Nearly always it is the first under its key.
      if (addToJournal.run(run, key, id, mark).changes === 1) return
      const before = journalEntry.get(run, key)?.['reply']
      if (before === id) return
      setJournal.run(id, mark, run, key)
      if (before !== undefined) deleteOrphans([before])
    },
    intoStore(key, row) {
      const id = idOf(row)
      const mark = markOf([key], id)
      if (addToStore.run(key, id, row.receivedAt, mark).changes === 1) return
      const before = storeEntry.get(key)?.['reply']
      if (before === id) return
      setStore.run(id, row.receivedAt, mark, key)
      if (before !== undefined) deleteOrphans([before])
    },
    deleteOrphans,
    onCommit() {
      uncommitted.clear()
    },
    onRollback() {
      for (const kept of uncommitted) places.delete(kept)
      uncommitted.clear()
      adapterIds.clear()
    },
    *pages(size) {
      for (let last: readonly [SQLOutputValue, SQLOutputValue] = [0, '']; ;) {
        const rows: Row[] = page.all(last[0], ...last, size)
        for (const row of rows) {
          const key = String(row['key'])
          const kept = decode([key], row)
          const call = row['call']
          yield { key, kept: typeof call === 'string' ? { ...kept, call: parseCall(call) } : kept }
        }
        const end = rows.at(-1)
        if (end === undefined) return
        last = [end['id'] ?? null, end['key'] ?? null]
      }
    },
  }
}

type Place = { readonly id: SQLOutputValue; readonly receivedAt: number }

type Checked = { draw: number; latencyMs: number; attempts: number; receivedAt: number; adapter: string; reply: string }

/** Of all that is served. SQLite has no check sums: a page that was overwritten inside a text would go unseen. */
function crcOf({ draw, latencyMs, attempts, receivedAt, adapter, reply }: Checked): number {
  return crc32(`${draw} ${latencyMs} ${attempts} ${receivedAt} ${adapter} ${reply}`)
}

/** Of what leads to a reply: no other may be found under a key. */
function markOf(names: readonly string[], id: SQLOutputValue | undefined): number {
  return crc32(`${names.join(' ')} ${String(id)}`)
}
