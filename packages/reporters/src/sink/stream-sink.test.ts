import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { streamSink } from './stream-sink.ts'

describe('a stream', () => {
  it('is written no faster than it is read, and stays open', async () => {
    const stream = new PassThrough({ highWaterMark: 4 })
    const sink = streamSink(stream)
    await sink.open()
    const written = sink.write('über')
    expect(written).toBeInstanceOf(Promise)
    expect(stream.read().toString()).toBe('über')
    await written
    expect(sink.write('.')).toBeUndefined()
    stream.resume()
    expect(await sink.close()).toEqual({ bytes: 6 })
    expect(stream.writable).toBe(true)
    expect(stream.listenerCount('error') + stream.listenerCount('drain')).toBe(0)
  })

  it('whose reader has left takes the rest without an error', async () => {
    const stream = failing('EPIPE')
    const sink = streamSink(stream)
    await sink.open()
    await sink.write('a')
    await new Promise(setImmediate)
    await sink.write('b')
    expect(await sink.close()).toEqual({ bytes: 1 })
  })

  it('that fails in another way says so', async () => {
    const sink = streamSink(failing('ENOSPC'))
    await sink.open()
    await sink.write('a')
    await new Promise(setImmediate)
    await expect(sink.close()).rejects.toThrow('ENOSPC')
  })
})

function failing(code: string): Writable {
  return new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  })
}
