import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { linesOf } from './lines-of.ts'
import { openSpool } from './spool.ts'

const inFolder = useTempFolder()

const texts = ['start ', 'ä€😀'.repeat(150_000), '', '€'.repeat(700_000), ' small', '\ufeffbom', 'y'.repeat(600_000), ' end']

describe('text put aside', () => {
  it('comes back to the character, as a whole and in parts', async () => {
    const spool = await openSpool()
    const places: [number, number][] = []
    for (const text of texts) {
      places.push([spool.size(), Buffer.byteLength(text)])
      await spool.add(text)
    }
    let whole = ''
    for await (const text of spool.texts()) whole += text
    expect(whole === texts.join('')).toBe(true)
    for (const [at, [start, length]] of places.entries()) expect((await spool.read(start, length)) === texts[at]).toBe(true)
    await spool.close()
  })

  it('leaves no file behind, even before it is closed', async () => {
    vi.stubEnv('TMPDIR', dirname(inFolder('x')))
    const spool = await openSpool()
    vi.unstubAllEnvs()
    await spool.add('x'.repeat(1_000_000))
    expect(readdirSync(dirname(inFolder('x')))).toEqual([])
    await spool.close()
  })

  it('says where it could not be put', async () => {
    vi.stubEnv('TMPDIR', inFolder('none'))
    await expect(openSpool()).rejects.toMatchObject({ kind: 'config', message: expect.stringContaining(inFolder('none')) })
    vi.unstubAllEnvs()
  })

  it('is split at line feeds only, however it comes in pieces', async () => {
    async function* pieces(): AsyncGenerator<string> {
      for (const piece of ['a\u2028', 'b\r', '\nc', '', '\n\n', 'd']) yield piece
    }
    const lines: string[] = []
    for await (const some of linesOf(pieces())) lines.push(...some)
    expect(lines).toEqual(['a\u2028b\r', 'c', '', 'd'])
  })
})
