import type { Client } from 'pg'
import type { Database, Query } from './connection/database.ts'
import type { LeaseRows } from './rows/lease-rows.ts'

/** How often a waiting process looks again, if nothing wakes it: behind a pooler nothing does. */
const LOOK_EVERY_MS = 1000
/** Keys in one statement. */
const MOST = 200

/** The right to make one call, which one process at a time has. */
export type Leases = {
  /** `true` if this process makes the call, `false` if a shared reply is there. Waits while another process makes it. */
  readonly take: (key: string, notBefore: number) => Promise<boolean>
  /** In the transaction that writes replies: their calls are done. Say `ended` once it is committed. */
  readonly done: (query: Query, keys: readonly string[]) => Promise<void>
  readonly ended: (keys: readonly string[]) => void
  /** After a call without a reply that others can use: whoever waits makes it. */
  readonly release: (key: string) => Promise<void>
  readonly close: () => Promise<void>
}

export type LeasesOptions = {
  readonly database: Database
  readonly rows: LeaseRows
  readonly holder: () => Promise<string>
  /** A connection of its own that hears of ended leases. */
  readonly listener: () => Client
  readonly channel: string
  readonly collected: <Ask, Answer>(
    answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
    most: number,
  ) => (ask: Ask) => Promise<Answer>
}

export function createLeases({ database, rows, holder, listener, channel, collected }: LeasesOptions): Leases {
  type Ask = { readonly key: string; readonly notBefore: number }
  const held = new Set<string>()
  const sleepers = new Map<string, (() => void)[]>()
  let timer: NodeJS.Timeout | undefined
  let listening: Client | undefined
  let isClosed = false

  const takeOf = collected(async (asks: readonly Ask[]) => {
    const me = await holder()
    const holders = await rows.take(me, asks)
    return asks.map(({ key }) => {
      const by = holders.get(key)
      return by === undefined ? ('there' as const) : by === me ? ('mine' as const) : ('theirs' as const)
    })
  }, MOST)

  function wake(key: string): void {
    const waiting = sleepers.get(key) ?? []
    sleepers.delete(key)
    for (const each of waiting) each()
    if (sleepers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function ended(keys: readonly string[]): void {
    for (const key of keys) if (held.delete(key)) wake(key)
  }

  function sleep(key: string): Promise<void> {
    timer ??= setInterval(() => {
      for (const each of sleepers.keys()) wake(each)
    }, LOOK_EVERY_MS)
    void listen()
    return new Promise((resolve) => {
      sleepers.set(key, [...(sleepers.get(key) ?? []), resolve])
    })
  }

  /** Without it, looking every second is all there is. */
  async function listen(): Promise<void> {
    if (listening !== undefined || isClosed) return
    const client = listener()
    listening = client
    const forget = (): void => {
      if (listening === client) listening = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', ({ payload }) => wake(payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
    } catch {
      forget()
      await client.end().catch(() => undefined)
    }
  }

  return {
    async take(key, notBefore) {
      for (;;) {
        // Several runs of this process have one lease as well.
        const state = held.has(key) ? 'theirs' : await takeOf({ key, notBefore })
        if (state === 'there') return false
        if (state === 'mine' && !held.has(key)) {
          held.add(key)
          return true
        }
        await sleep(key)
      }
    },
    async done(query, keys) {
      const mine = keys.filter((key) => held.has(key))
      if (mine.length > 0) await rows.release(query, await holder(), mine)
    },
    ended,
    async release(key) {
      if (!held.has(key)) return
      const me = await holder()
      // Where the database is gone, the lease ends with the process.
      await database.transaction((query) => rows.release(query, me, [key])).catch(() => undefined)
      ended([key])
    },
    async close() {
      isClosed = true
      for (const each of sleepers.keys()) wake(each)
      await listening?.end().catch(() => undefined)
    },
  }
}
