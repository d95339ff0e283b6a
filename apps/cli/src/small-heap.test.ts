import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const module = fileURLToPath(new URL('small-heap.ts', import.meta.url))

/**
 * Whether V8 has taken flags in each of these steps, and at last by the time the process ended. A process of its own: flags stay set to its end. `cachedDataVersionTag` names the flags as the compiled code does that V8 would throw away for other ones.
 */
function flagsSetBy(...steps: readonly string[]): string[] {
  const script = `
    import { cachedDataVersionTag } from 'node:v8'
    import { setTimeout as wait } from 'node:timers/promises'
    const { BESIDE_THREADS, createSmallHeap, sizeThreadHeaps } = await import(${JSON.stringify(module)})
    let heap
    let before = cachedDataVersionTag()
    const look = () => { const now = cachedDataVersionTag(); const changed = now !== before; before = now; return changed ? 'set' : 'none' }
    const seen = []
    ${steps.map((step) => `${step}; seen.push(look())`).join('\n')}
    process.once('exit', () => console.log([...seen, look()].join()))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim().split(',')
}

describe('createSmallHeap', () => {
  test('sets flags when it is asked to, not before', () => {
    expect(flagsSetBy('heap = createSmallHeap()', 'await wait(100)', 'heap.keep()')).toEqual(['none', 'none', 'set', 'none'])
  })

  test('of several limits the smallest hold', () => {
    const steps = ['heap.keep()', 'heap.keep(BESIDE_THREADS)', 'heap.keep()', 'await wait(300)']
    expect(flagsSetBy('heap = createSmallHeap()', ...steps).slice(0, 4)).toEqual(['none', 'set', 'set', 'none'])
  })

  test('sets them by itself when the young generation is large, and keeps no process alive for it', () => {
    const manyObjects = 'for (let at = 0; at < 2e6; at += 1) held.push({ at })'
    const seen = flagsSetBy('heap = createSmallHeap()', `const held = []; ${manyObjects}`, 'await wait(300)')
    expect(seen.slice(0, 3)).toEqual(['none', 'none', 'set'])
    expect(flagsSetBy('heap = createSmallHeap()')).toEqual(['none', 'none'])
  })
})

test('the size of a thread’s young generation costs it no compiled code', () => {
  expect(flagsSetBy('sizeThreadHeaps()')).toEqual(['none', 'none'])
})
