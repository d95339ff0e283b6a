import { spawnSync } from 'node:child_process'

export type Measured = {
  /** Wall-clock milliseconds, start-up included. */
  readonly wallMs: number
  /** User and system time, milliseconds. */
  readonly cpuMs: number
  /** Largest resident set, MB. */
  readonly peakMb: number
}

const REPORT_AT_EXIT = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => { const u = process.resourceUsage(); writeSync(3, JSON.stringify({ cpuMs: (u.userCPUTime + u.systemCPUTime) / 1000, peakMb: u.maxRSS / 1024 })) })',
)}`

/**
 * Runs this Node with the given arguments to its end and measures it. With `startUpOnly` the child loads nothing for the measurement, so that
 * it does not slow down start-up; CPU and memory are then 0.
 * @throws Error if the child fails.
 */
export function measureNode(args: readonly string[], o: { cwd?: string; env?: NodeJS.ProcessEnv; startUpOnly?: boolean } = {}): Measured {
  const preload = o.startUpOnly === true ? [] : ['--import', REPORT_AT_EXIT]
  const startedAt = process.hrtime.bigint()
  const child = spawnSync(process.execPath, [...preload, ...args], {
    cwd: o.cwd,
    env: { ...process.env, ...o.env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const wallMs = Number(process.hrtime.bigint() - startedAt) / 1e6
  if (child.status !== 0) throw new Error(`node ${args.join(' ')} ended with ${child.status}\n${String(child.stderr)}`)
  const report = String(child.output[3] ?? '')
  const { cpuMs, peakMb } = report === '' ? { cpuMs: 0, peakMb: 0 } : (JSON.parse(report) as { cpuMs: number; peakMb: number })
  return { wallMs, cpuMs, peakMb }
}
