import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

test('a message of a server becomes a sentence', () => {
  expect([shownText('no', []), shownText('No!', [])]).toEqual(['no.', 'No!'])
})

test('a long text is cut, not inside a secret, nor inside a character', () => {
  const shown = shownText(`${'x'.repeat(495)}hidden-key😀${'y'.repeat(100)}`, ['hidden-key'])
  expect(shown).not.toContain('hidde')
  expect(shown.endsWith('…')).toBe(true)
  expect(shownText(`${'x'.repeat(499)}😀${'y'.repeat(100)}`, []).isWellFormed()).toBe(true)
})

test('of ten megabytes no more than what is shown is looked through, and no secret is left', () => {
  const shown = shownText(`hidden-key ${'a://b '.repeat(1_700_000)}hidden-key`, ['hidden-key'])
  expect(shown).toBe(`[redacted] ${'a://b '.repeat(100)}`.slice(0, 500) + '…')
})
