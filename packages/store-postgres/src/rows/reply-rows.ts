import { createHash } from 'node:crypto'
import { adapterJson, parseAdapter, parseCall, parseReply, type StoredAdapter, storedCallJson, type StoredReply } from '@assay/runner'
import type { Database, Query, Row } from '../connection/database.ts'

/** A reply to be written. */
export type ReplyPut = {
  readonly key: string
  readonly sentKey: string | null
  /** The part of a run that received it; 0 if none did. */
  readonly part: string
  readonly shared: boolean
  readonly text: ReplyText
}

/** A reply as text that a transaction can write repeatedly. */
export type ReplyText = Pick<StoredReply, 'draw' | 'latencyMs' | 'attempts'> & {
  readonly receivedAt: number
  readonly adapter: string
  readonly reply: string
  readonly call: string | null
}

/** A row that was found, not yet read: most are looked at only for their keys. */
export type FoundRow = {
  readonly key: string
  readonly sentKey: string | null
  readonly part: string
  readonly shared: boolean
  readonly row: Row
}

export type ReplyRows = {
  /** @throws TypeError for what JSON cannot hold. */
  readonly encode: (stored: StoredReply, now: number) => ReplyText
  /** @throws DamagedRow for a row that is not what was written. */
  readonly decode: (row: Row) => StoredReply & { readonly receivedAt: number }
  /** Rows under either key that are shared, or belong to one of the parts. */
  readonly find: (keys: readonly string[], parts: readonly string[]) => Promise<readonly FoundRow[]>
  /** Before the transaction of `put`. */
  readonly prepare: (puts: readonly ReplyPut[]) => Promise<void>
  /** Replaces earlier ones: of the same part, or shared. No two puts may have the same key. */
  readonly put: (query: Query, puts: readonly ReplyPut[]) => Promise<void>
  /** Shared replies with their calls, in order of arrival, under each of their keys. */
  readonly pages: (size: number) => AsyncGenerator<{ readonly key: string; readonly stored: StoredReply }>
}

const COLUMNS = 'id, key, sent_key, part, shared, adapter, draw, latency_ms, attempts, received_at, reply'

export function createReplyRows(database: Database, schema: string): ReplyRows {
  const replies = `${schema}.replies`
  const adapterTexts = new WeakMap<StoredAdapter, string>()
  /** Of adapters that are in the table. Ids are texts: they can be larger than a number is exact. */
  const adapterIds = new Map<string, string>()
  const adapters = new Map<string, StoredAdapter>()

  function textOf(adapter: StoredAdapter): string {
    const text = adapterTexts.get(adapter) ?? adapterJson(adapter)
    adapterTexts.set(adapter, text)
    return text
  }

  async function loadAdapters(query: Query, rows: readonly Row[]): Promise<void> {
    const unknown = [...new Set(rows.map(({ adapter }) => String(adapter)))].filter((id) => !adapters.has(id))
    if (unknown.length === 0) return
    for (const { id, json } of await query(`SELECT id, json FROM ${schema}.adapters WHERE id = ANY($1)`, [unknown])) {
      adapters.set(String(id), parseAdapter(String(json)))
    }
  }

  function decode(row: Row): StoredReply & { readonly receivedAt: number } {
    const adapter = adapters.get(String(row['adapter']))
    if (adapter === undefined) throw new TypeError('the adapter of a reply is missing')
    return {
      reply: parseReply(String(row['reply'])),
      draw: Number(row['draw']),
      latencyMs: Number(row['latency_ms']),
      attempts: Number(row['attempts']),
      adapter,
      receivedAt: Number(row['received_at']),
    }
  }

  /** Those that were not there under their key, as a shared reply: these are to be inserted after the earlier ones gave way. */
  async function insert(query: Query, puts: readonly ReplyPut[]): Promise<readonly ReplyPut[]> {
    const column = (of: (put: ReplyPut) => unknown): unknown[] => puts.map(of)
    const inserted = await query(
      `INSERT INTO ${replies} (key, sent_key, part, shared, adapter, draw, latency_ms, attempts, received_at, reply, call)
       SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::bigint[], $6::integer[], $7::double precision[],
         $8::integer[], $9::bigint[], $10::text[], $11::text[])
       ON CONFLICT (key) WHERE shared DO NOTHING RETURNING key`,
      [
        column(({ key }) => key),
        column(({ sentKey }) => sentKey),
        column(({ part }) => part),
        column(({ shared }) => shared),
        column(({ text }) => adapterIds.get(text.adapter)),
        column(({ text }) => text.draw),
        column(({ text }) => text.latencyMs),
        column(({ text }) => text.attempts),
        column(({ text }) => text.receivedAt),
        column(({ text }) => text.reply),
        column(({ text }) => text.call),
      ],
    )
    const there = new Set(inserted.map(({ key }) => key))
    return puts.filter(({ key }) => !there.has(key))
  }

  async function dropUnshared(query: Query, puts: readonly ReplyPut[]): Promise<void> {
    await query(
      `DELETE FROM ${replies} r USING unnest($1::text[], $2::bigint[]) AS x (key, part) WHERE NOT r.shared AND r.key = x.key AND r.part = x.part`,
      [puts.map(({ key }) => key), puts.map(({ part }) => part)],
    )
  }

  return {
    encode: (stored, now) => ({
      draw: stored.draw,
      latencyMs: stored.latencyMs,
      attempts: stored.attempts,
      receivedAt: Math.floor(stored.receivedAt ?? now),
      adapter: textOf(stored.adapter),
      reply: JSON.stringify(stored.reply),
      call: storedCallJson(stored),
    }),
    decode,
    find: (keys, parts) =>
      database.run(async (query) => {
        const mine =
          parts.length === 0 ? '' : `UNION ALL SELECT ${COLUMNS} FROM ${replies} WHERE NOT shared AND key = ANY($1) AND part = ANY($2)`
        const rows = await query(
          `SELECT ${COLUMNS} FROM ${replies} WHERE shared AND key = ANY($1) ${mine}
           UNION ALL SELECT ${COLUMNS} FROM ${replies} WHERE sent_key = ANY($1) AND (shared OR part = ANY($2)) ORDER BY id DESC`,
          [keys, parts],
        )
        await loadAdapters(query, rows)
        return rows.map((row) => ({
          key: String(row['key']),
          sentKey: typeof row['sent_key'] === 'string' ? row['sent_key'] : null,
          part: String(row['part']),
          shared: row['shared'] === true,
          row,
        }))
      }),
    async prepare(puts) {
      const unknown = [...new Set(puts.map(({ text }) => text.adapter))].filter((json) => !adapterIds.has(json))
      if (unknown.length === 0) return
      const digests = unknown.map((json) => createHash('sha256').update(json).digest('hex'))
      const rows = await database.run(async (query) => {
        await query(
          `INSERT INTO ${schema}.adapters (digest, json) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (digest) DO NOTHING`,
          [digests, unknown],
        )
        return query(`SELECT id, digest FROM ${schema}.adapters WHERE digest = ANY($1)`, [digests])
      })
      const ids = new Map(rows.map(({ id, digest }) => [digest, String(id)]))
      for (const [at, json] of unknown.entries()) adapterIds.set(json, ids.get(digests[at]) ?? '0')
    },
    async put(query, puts) {
      await dropUnshared(query, puts)
      const later = await insert(query, puts)
      if (later.length === 0) return
      const keys = later.map(({ key }) => key)
      await query(`UPDATE ${replies} SET shared = false WHERE shared AND key = ANY($1)`, [keys])
      await dropUnshared(query, later)
      // Another unfinished run still needs what it received.
      await query(`DELETE FROM ${replies} WHERE NOT shared AND key = ANY($1) AND part NOT IN (SELECT id FROM ${schema}.parts)`, [keys])
      // Where another process was faster meanwhile, its reply stays the shared one.
      const second = await insert(query, later)
      await insert(
        query,
        second.filter(({ part }) => part !== '0').map((put) => Object.assign({}, put, { shared: false })),
      )
    },
    async *pages(size) {
      for (let last = '0'; ;) {
        const rows = await database.run(async (query) => {
          const page = await query(`SELECT ${COLUMNS}, call FROM ${replies} WHERE shared AND id > $1 ORDER BY id LIMIT $2`, [last, size])
          await loadAdapters(query, page)
          return page
        })
        for (const row of rows) {
          const { call, sent_key: sentKey } = row
          const stored = typeof call === 'string' ? { ...decode(row), call: parseCall(call) } : decode(row)
          yield { key: String(row['key']), stored }
          if (typeof sentKey === 'string') yield { key: sentKey, stored }
          last = String(row['id'])
        }
        if (rows.length < size) return
      }
    },
  }
}
