import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const fixture = fileURLToPath(new URL('__fixtures__/command.ts', import.meta.url))

type Ended = { readonly code: number | null; readonly signal: string | null; readonly out: string; readonly err: string }

/** Each of the signals is sent when the child has said something more. */
function run(args: readonly string[], o: { readonly stdout?: string; readonly signals?: readonly NodeJS.Signals[] } = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['--conditions=@assay/source', fixture, ...args], {
    stdio: ['ignore', o.stdout === undefined ? 'pipe' : openSync(o.stdout, 'w'), 'pipe'],
    env: { PATH: process.env['PATH'] },
  })
  const said = { out: '', err: '' }
  const signals = [...(o.signals ?? [])]
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk
      const signal = signals.shift()
      if (signal !== undefined) child.kill(signal)
    })
  }
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...said }))
  })
}

it.each([
  ['what the work says', ['gate'], { code: 1, out: 'done\n', err: '' }],
  ['the same, though a timer of somebody is still open', ['timer'], { code: 0, out: 'done\n', err: '' }],
])('a command ends with %s', async (_what, args, expected) => expect(await run(args)).toMatchObject(expected))

it('a fault of code is one sentence with its place, without a key, a trace or a control character, and no failed gate', async () => {
  const { code, out, err } = await run(['throws'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^toy: unexpected error: TypeError: \S+ is no key\S+ \(\S+command\.ts:\d+:\d+\)\n$/)
  expect(err).not.toContain('0123456789')
  expect(err).not.toContain('\u001b')
})

it.each([
  [['rejected'], 2, /^toy: unexpected error: Error: nobody looks \(.*command\.ts:\d+:\d+\)\n$/],
  [['text'], 2, /^toy: unexpected error, thrown as something else: a text\n$/],
  [['stuck'], 2, /^toy: stopped: it waits for something that can never come\./],
  [
    ['stuck run'],
    3,
    /^toy: stopped: it waits for .*\ntoy: ended in good order: AssayError: Stopped: it waits for .* The rest was left out\.\n$/,
  ],
  [['proxy'], 2, /^toy: unexpected error, thrown as something that cannot be shown\n$/],
  [['late'], 3, /^toy: unexpected error: Error: after the work/],
  [['exits'], 2, /^toy: stopped: code of your own .* ended the process with exit code 0\.\n$/],
  [['exits in a run'], 3, /^toy: stopped: code of your own .* ended the process with exit code 0\.\n$/],
])('%j is told and ends the command', async (args, code, message) => {
  const ran = await run(args)
  expect(ran.err).toMatch(message)
  expect(ran).toMatchObject({ code, signal: null })
})

it('an error that nobody caught ends a run in good order', async () => {
  const { code, err } = await run(['stray run', 'slow'])
  expect(code).toBe(3)
  expect(err).toMatch(
    /^toy: unexpected error: RangeError: from a timer .*\ntoy: now\ntoy: error: AssayError: Stopped: unexpected error: RangeError/,
  )
})

it.each([
  [
    'finishes',
    ['run'],
    ['SIGTERM'],
    130,
    null,
    /interrupted: finishing .*\ntoy: user: AssayError: Interrupted\. The rest was left out\.\n$/,
  ],
  ['stops at once', ['run', 'slow'], ['SIGINT', 'SIGINT'], 130, null, /interrupted: .*\ntoy: now\ntoy: user: /],
  ['ends the process as it stands', ['run', 'deaf'], ['SIGINT', 'SIGINT', 'SIGINT'], null, 'SIGINT', /interrupted: .*\ntoy: now\n$/],
] as const)('a wish to stop %s', async (_what, args, signals, code, signal, message) => {
  const ran = await run(args, { signals })
  expect(ran).toMatchObject({ code, signal })
  expect(ran.err).toMatch(message)
})

it.skipIf(!existsSync('/dev/full'))('a full disk behind stdout is told, and is no success', async () => {
  expect(await run(['gate'], { stdout: '/dev/full' })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^toy: stdout could not be written: ENOSPC/),
  })
})
