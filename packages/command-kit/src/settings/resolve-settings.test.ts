import { describe, expect, it } from 'vitest'
import { resolveSettings } from './resolve-settings.ts'

describe('the command line beats the configuration beats the defaults', () => {
  it('value by value, with the origin of each', () => {
    expect(
      resolveSettings<{ a: number; b: number; c: number; d?: number }>({
        commandLine: { a: 1 },
        config: { a: 2, b: 2 },
        defaults: { a: 3, b: 3, c: 3 },
      }),
    ).toEqual({
      a: { value: 1, origin: 'command line' },
      b: { value: 2, origin: 'config' },
      c: { value: 3, origin: 'default' },
    })
  })

  it('lists stand whole, columns are merged by name', () => {
    const layers = {
      commandLine: { output: ['a'], columns: { x: '1' } },
      config: { output: ['b', 'c'], columns: { x: '2', y: '2' } },
      defaults: {},
    }
    expect(resolveSettings(layers)).toEqual({
      output: { value: ['a'], origin: 'command line' },
      columns: { value: { x: '1', y: '2' }, origin: 'command line', origins: { x: 'command line', y: 'config' } },
    })
  })

  it('an undefined value says nothing', () => {
    expect(resolveSettings<{ a?: number | undefined }>({ commandLine: { a: undefined }, config: { a: 2 }, defaults: {} })).toEqual({
      a: { value: 2, origin: 'config' },
    })
  })
})
