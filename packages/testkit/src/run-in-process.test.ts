import { homedir, tmpdir } from 'node:os'
import { realpathSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { runInProcess } from './run-in-process.ts'

const cwd = realpathSync(tmpdir())
const env = { HOME: '/home/of-the-test', ASSAY_TEST: 'given' }

/** What a process has one of. */
const surroundings = () => ({
  cwd: process.cwd(),
  env: { ...process.env },
  streams: [process.stdin, process.stdout, process.stderr, console],
})

describe('a command that runs in this process', () => {
  it('gives its exit code, and what it wrote to each stream, whole', async () => {
    const dollar = Buffer.from('€')
    const ran = await runInProcess(
      async (args) => {
        process.stdout.write(`${args.join(' ')}\n`)
        process.stderr.write(dollar.subarray(0, 1))
        process.stderr.write(dollar.subarray(1))
        // oxlint-disable-next-line no-console -- as code of users does
        console.log('logged')
        // oxlint-disable-next-line no-console
        console.error('\nwarned')
        return 3
      },
      ['a', 'b'],
      { cwd, env },
    )
    expect(ran).toEqual({ code: 3, out: 'a b\nlogged\n', err: '€\nwarned\n' })
  })

  it('sees its own folder and environment alone, and a standard input at its end', async () => {
    const { out } = await runInProcess(
      async () => {
        process.stdout.write(
          JSON.stringify({
            cwd: process.cwd(),
            env: process.env,
            home: homedir(),
            input: await text(process.stdin),
            isTTY: process.stdout.isTTY,
          }),
        )
        return 0
      },
      [],
      { cwd, env },
    )
    expect(JSON.parse(out)).toEqual({ cwd, env, home: env.HOME, input: '' })
  })

  it('leaves everything as it was, also where it fails, and its error is thrown on', async () => {
    const before = surroundings()
    const failing = runInProcess(
      async () => {
        process.env['ASSAY_LEFT'] = 'behind'
        process.chdir('/')
        throw new RangeError('broken')
      },
      [],
      { cwd, env },
    )
    await expect(failing).rejects.toThrow(new RangeError('broken'))
    expect(surroundings()).toEqual(before)
    await expect(runInProcess(async () => 0, [], { cwd: `${cwd}/none`, env })).rejects.toThrow('ENOENT')
    expect(surroundings()).toEqual(before)
  })

  it('waits for the one before it', async () => {
    const first = Promise.withResolvers<number>()
    const seen: string[] = []
    const run = (name: string, work: () => Promise<number>) =>
      runInProcess(
        () => {
          seen.push(`${name} begins`)
          return work().finally(() => seen.push(`${name} ends`))
        },
        [],
        { cwd, env },
      )
    const both = [run('first', () => first.promise), run('second', async () => 0)]
    first.resolve(1)
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([1, 0])
    expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  })
})
