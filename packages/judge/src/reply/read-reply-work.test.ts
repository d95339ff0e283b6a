import { unknownUsage } from '@assay/core'
import { afterEach, expect, test, vi } from 'vitest'
import { claimsShape } from '../wire/texts-shape.ts'
import { type ReplyReading, tryReadReply } from './read-reply.ts'

const hostile: readonly [string, (n: number) => string][] = [
  ['open braces', (n) => `"claims"${'{'.repeat(n)}`],
  ['open braces with the key', (n) => '{"claims":'.repeat(n)],
  ['open braces with the key, without a colon', (n) => '{"claims"'.repeat(n)],
  ['open brackets', (n) => `{"claims":${'['.repeat(n)}`],
  ['nested lists', (n) => `{"claims":["a"],"x":${'['.repeat(n)}${']'.repeat(n)}}`],
  ['nested objects', (n) => `${'{"claims":'.repeat(n)}1${'}'.repeat(n)}`],
  ['nested broken objects', (n) => `${'{"claims":'.repeat(n)}x${'}'.repeat(n)}`],
  ['nested objects, not deep, again and again', (n) => `${'{"claims":'.repeat(9)}1${'}'.repeat(9)}`.repeat(n / 10)],
  ['braces that never close around objects that do', (n) => '{ {"claims":1} '.repeat(n)],
  ['quotation marks', (n) => `{"claims"${'"'.repeat(n)}`],
  ['braces and quotation marks', (n) => '{"claims":"{"'.repeat(n)],
  ['backslashes', (n) => `{"claims":["${'\\'.repeat(n)}`],
  ['objects in a row', (n) => '{"claims":[1]}'.repeat(n)],
  ['white space in front of brackets', (n) => `{"claims":[${' ]'.repeat(n)}`],
  ['white space', (n) => `{"claims"${' '.repeat(n)}]`],
  ['trailing commas', (n) => `{"claims":[1],"x":[${'[1,],'.repeat(n)}]`],
  ['commas', (n) => `{"claims":[${','.repeat(n)}]}`],
  ['fences', (n) => `${'```\n'.repeat(n)}"claims"`],
  ['fences around the key', (n) => '```json\n{"claims":1\n```\n'.repeat(n)],
  ['white space in front of fences', (n) => `"claims"\n${' '.repeat(n)}\`\`\``],
  ['tags', (n) => '<think></think>'.repeat(n)],
  ['opening tags', (n) => `"claims"${'\n<think>'.repeat(n)}`],
]

const read = (text: string): ReplyReading<readonly string[]> =>
  tryReadReply({ text, finishReason: 'stop', usage: unknownUsage() }, claimsShape)

afterEach(() => vi.restoreAllMocks())

test.each(hostile)('a hostile text is refused without overflowing the stack: %s', (_name, textOf) => {
  expect(read(textOf(200_000)).ok).toBe(false)
})

test.each(hostile)('no character is looked at or parsed more than a few times: %s', (_name, textOf) => {
  const text = textOf(3_000)
  let looked = 0
  let parsed = 0
  const charCodeAt = String.prototype.charCodeAt
  const parse = JSON.parse.bind(JSON)
  vi.spyOn(String.prototype, 'charCodeAt').mockImplementation(function count(this: string, at: number) {
    looked += 1
    return charCodeAt.call(this, at)
  })
  vi.spyOn(JSON, 'parse').mockImplementation((json: string) => {
    parsed += json.length
    return parse(json) as unknown
  })
  read(text)
  vi.restoreAllMocks()
  expect(looked).toBeLessThanOrEqual(8 * text.length)
  expect(parsed).toBeLessThanOrEqual(5 * text.length)
})
