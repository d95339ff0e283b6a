import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

test('what a server said becomes a sentence', () => {
  expect([shownText('no', []), shownText('No!', [])]).toEqual(['no.', 'No!'])
})

test('a long text is cut, not inside a secret, nor inside a character', () => {
  const shown = shownText(`${'x'.repeat(495)}hidden-key😀${'y'.repeat(100)}`, ['hidden-key'])
  expect(shown).not.toContain('hidde')
  expect(shown.endsWith('…')).toBe(true)
  expect(shownText(`${'x'.repeat(499)}😀${'y'.repeat(100)}`, []).isWellFormed()).toBe(true)
})
