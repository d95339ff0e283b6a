import { expect, it } from 'vitest'
import { harmlessLine } from './harmless-line.ts'

it.each([
  ['::error file=a,line=1::gotcha', ': :error file=a,line=1::gotcha'],
  ['    ::add-mask::q', '    : :add-mask::q'],
  ['see ##[error]gotcha', 'see # #[error]gotcha'],
  ['std::vector and a: b', 'std::vector and a: b'],
])('%s is shown as %s', (line, shown) => expect(harmlessLine(line)).toBe(shown))
