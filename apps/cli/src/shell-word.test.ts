import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { shellWord } from './shell-word.ts'

it('a path that needs no quotes has none', () => expect(shellWord('evals/assay.config.yaml')).toBe('evals/assay.config.yaml'))

it.skipIf(process.platform === 'win32').each(['a b ü/x', "it's", '$HOME', '`id`', '', '-x', 'a\\b', '*'])(
  'a shell reads %j back',
  (text) => {
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text)
  },
)
