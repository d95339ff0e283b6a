import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type QuestionServer = {
  readonly url: string
  /** How often each question was answered. */
  readonly counts: ReadonlyMap<string, number>
  /** Resolves once so many answers were given in all. */
  readonly answered: (times: number) => Promise<void>
}

/** A server that answers every question with 1, a turn later, and counts. */
export async function startQuestionServer(): Promise<QuestionServer> {
  const counts = new Map<string, number>()
  let all = 0
  const watchers: (() => void)[] = []
  const server = createServer((request, response) => {
    void text(request).then((question) => {
      counts.set(question, (counts.get(question) ?? 0) + 1)
      setImmediate(() => {
        response.end('1')
        all += 1
        for (const watch of watchers) watch()
      })
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    counts,
    answered: (times) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (all >= times) resolve()
        }
        watchers.push(watch)
        watch()
      }),
  }
}
