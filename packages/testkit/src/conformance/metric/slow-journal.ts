import { callKey, canonicalJson, createDirectRuntime, type Embedded, type LLMReply, type Runtime, Suspended } from '@assay/core'

/** A journal whose replies come late: what is asked of its runtimes is suspended, and answered only when asked again after `settle`. */
export type SlowJournal = {
  /** A new one for each turn, as in another process: nothing that was remembered of the last one helps. */
  readonly runtime: () => Runtime
  /** Asks for everything that was suspended since the last time. How many that were. */
  readonly settle: () => Promise<number>
}

export function slowJournal(): SlowJournal {
  const direct = createDirectRuntime({ retry: { maxAttempts: 1 } })
  const replies = new Map<string, LLMReply>()
  const embeddings = new Map<string, Embedded>()
  let pending: (() => Promise<void>)[] = []
  const runtime = (): Runtime => ({
    async generate(adapter, call, { read, draw }) {
      const key = callKey(adapter, call, draw)
      const reply = replies.get(key)
      if (reply !== undefined) return { value: read(reply), reply, attempts: 1, latencyMs: null, stored: true }
      pending.push(async () => {
        replies.set(key, (await direct.generate(adapter, call, { read: () => undefined })).reply)
      })
      throw new Suspended()
    },
    async embed(adapter, texts) {
      const key = canonicalJson([adapter.fingerprint, texts])
      const embedded = embeddings.get(key)
      if (embedded !== undefined) return embedded
      pending.push(async () => {
        embeddings.set(key, await direct.embed(adapter, texts))
      })
      throw new Suspended()
    },
  })
  return {
    runtime,
    async settle() {
      const now = pending
      pending = []
      for (const ask of now) await ask()
      return now.length
    },
  }
}
