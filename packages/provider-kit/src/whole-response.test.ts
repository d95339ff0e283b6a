import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WholeResponse } from './whole-response.ts'

const init = { status: 201, statusText: 'Created', headers: { 'content-type': 'application/json', 'x-a': '1' } }
const both = (bytes: Uint8Array<ArrayBuffer>): [Response, Response] => [new WholeResponse(bytes, init), new Response(bytes, init)]
const encoded = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text))
const settled = async (work: Promise<unknown>): Promise<unknown> => {
  const [{ status, ...outcome }] = await Promise.allSettled([work])
  return [status, 'value' in outcome ? outcome.value : (outcome.reason as Error).name]
}

const bodies = fc.oneof(
  fc.json().map(encoded),
  fc.json().map((text) => encoded(`\uFEFF${text}`)),
  fc.uint8Array().map((bytes) => Uint8Array.from(bytes)),
)

test('it gives what a response of the same bytes gives, once', async () => {
  const reads = [
    (response: Response) => response.text(),
    (response: Response) => response.json(),
    async (response: Response) => new Uint8Array(await response.arrayBuffer()),
    (response: Response) => response.bytes(),
    async (response: Response) => (await response.blob()).text(),
    (response: Response) => response.clone().text(),
    (response: Response) => (response.body === null ? Promise.resolve() : new Response(response.body).text()),
  ]
  await fc.assert(
    fc.asyncProperty(bodies, fc.array(fc.constantFrom(...reads), { minLength: 1, maxLength: 4 }), async (bytes, order) => {
      const [whole, plain] = both(bytes)
      for (const read of order) {
        const outcome = async (response: Response): Promise<unknown> => {
          // A clone, or a stream, that is spent throws at once.
          const value = await settled(Promise.resolve().then(() => read(response)))
          return [value, response.bodyUsed]
        }
        expect(await outcome(whole)).toEqual(await outcome(plain))
      }
    }),
    { numRuns: 300 },
  )
})

test('it is a response like others in all else', async () => {
  const [whole, plain] = both(encoded('{}'))
  expect(whole).toBeInstanceOf(Response)
  for (const response of [whole, whole.clone()]) {
    expect([response.status, response.statusText, response.ok, response.url]).toEqual([201, 'Created', true, plain.url])
    expect([...response.headers]).toEqual([...plain.headers])
  }
  expect(whole.body).toBeInstanceOf(ReadableStream)
})
