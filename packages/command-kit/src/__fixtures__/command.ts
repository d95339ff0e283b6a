import { runProcess, sayAs, untilInterrupted } from '../index.ts'

const say = (message: string): void => sayAs('toy', message)
const never = new Promise<number>(() => {})

/** The work of a run: waits until it is interrupted, and prints how. */
function run(after: () => void): Promise<number> {
  return untilInterrupted(
    async ({ finish, now, isByUser }) => {
      process.stdout.write('running\n')
      after()
      await fired(finish)
      if (process.argv[3] !== undefined) {
        await fired(now)
        say('now')
      }
      if (process.argv[3] === 'deaf') {
        setInterval(() => {}, 1000)
        await never
      }
      say(`${isByUser() ? 'user' : 'error'}: ${String(finish.reason)}`)
      return isByUser() ? 130 : 3
    },
    { say, leftOut: 'The rest was left out.' },
  )
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const open = setInterval(() => {}, 1000)
    const then = (): void => {
      clearInterval(open)
      resolve()
    }
    if (signal.aborted) then()
    else signal.addEventListener('abort', then)
  })
}

const works: Readonly<Record<string, () => Promise<number>>> = {
  async gate() {
    process.stdout.write('done\n')
    return 1
  },
  async timer() {
    setInterval(() => {}, 1000)
    process.stdout.write('done\n')
    return 0
  },
  async throws() {
    throw new TypeError('sk-test-0123456789abcdef is no key\u001b[31m')
  },
  async rejected() {
    void Promise.reject(new Error('nobody looks'))
    return new Promise((resolve) => {
      setTimeout(() => resolve(0), 10_000)
    })
  },
  async text() {
    // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- as configurations of users do
    setImmediate(() => { throw 'a text' })
    return never
  },
  async proxy() {
    // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- as a judge of somebody may
    setImmediate(() => {
      throw new Proxy({}, { get: () => { throw new Error('trap') }, getPrototypeOf: () => { throw new Error('trap') } })
    })
    return never
  },
  async late() {
    setTimeout(() => { throw new Error('after the work') }, 50)
    return 0
  },
  async exits() {
    process.exit(0)
  },
  'exits in a run': () => run(() => process.exit(0)),
  stuck: () => never,
  'stuck run': () =>
    untilInterrupted(
      async ({ now }) => {
        await new Promise((resolve) => {
          now.addEventListener('abort', resolve)
        })
        say(`ended in good order: ${String(now.reason)}`)
        return 3
      },
      { say, leftOut: 'The rest was left out.' },
    ),
  run: () => run(() => {}),
  'stray run': () => run(() => setImmediate(() => { throw new RangeError('from a timer') })),
}

runProcess('toy', works[process.argv[2] ?? ''] ?? (() => Promise.resolve(0)))
