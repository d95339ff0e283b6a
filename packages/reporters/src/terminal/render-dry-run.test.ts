import { expect, it } from 'vitest'
import type { DryRunLine, DryRunReport } from '@assay/runner'
import { renderDryRun } from './render-dry-run.ts'

/** As the runner says it. */
const method = 'Estimated: 3 bytes to a token, on the high side; without reasoning and retries.'
const line = (o: Partial<DryRunLine> = {}): DryRunLine => ({
  metric: 'context_recall',
  model: { provider: 'openai', modelId: 'gpt-5-mini' },
  rows: 150,
  calls: 298,
  stored: 2,
  inputTokens: 612_345,
  outputTokens: 91_000,
  cost: 0.335,
  unrehearsed: 0,
  ...o,
})

function reportOf(lines: readonly DryRunLine[], total: Partial<DryRunReport['total']> = {}): DryRunReport {
  const { calls, stored, inputTokens, outputTokens, cost, unrehearsed } = line()
  return { rows: 150, lines, total: { calls, stored, inputTokens, outputTokens, cost, unrehearsed, ...total }, method }
}

it('shows a line for each metric and judge, and their sum', () => {
  const idle = line({
    metric: 'id_based_context_recall',
    model: null,
    rows: 0,
    calls: 0,
    stored: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
  })
  expect(renderDryRun(reportOf([line(), idle]))).toBe(
    `Dry run over 150 rows: no call was made.

metric             judge              rows  calls  cached  tokens in  out   cost
context_recall     openai:gpt-5-mini   150    298       2       612k  91k  $0.34
id_based_context…  none                  0      0       0          0    0  $0.00
--------------------------------------------------------------------------------
total                                         298       2       612k  91k  $0.34

Estimated: 3 bytes to a token, on the high side; without reasoning and retries.`,
  )
})

it('is never wider than 80 columns, whatever the names', () => {
  const long = line({
    metric: 'm'.repeat(200),
    model: { provider: 'p'.repeat(100), modelId: 'x'.repeat(100) },
    calls: 123_456_789,
    inputTokens: 1e12,
  })
  for (const lines of [
    [long],
    [line(), long],
    [line({ metric: 'm'.repeat(60) })],
    [line({ model: { provider: 'p', modelId: '🌧'.repeat(50) } })],
  ]) {
    const shown = renderDryRun(reportOf(lines))
    for (const text of shown.split('\n')) expect(text.length, text).toBeLessThanOrEqual(80)
    expect(shown.isWellFormed()).toBe(true)
  }
})

it('marks unknown costs, and shows no cost as free that is not', () => {
  const shown = renderDryRun(reportOf([line({ cost: null }), line({ cost: 0.0001 })], { cost: null, unrehearsed: 3 }))
  expect(shown).toContain('  ?\n')
  expect(shown).toContain('  <$0.01\n')
  expect(shown).toContain('A cost of "?" is unknown')
  expect(shown).toContain('No sample reply could be made for 3 calls:\ncalls of these rows')
})

it('escapes names, by default for a terminal', () => {
  const report = reportOf([line({ metric: 'a\u001B[2Jb', model: { provider: 'p', modelId: '\u001B]0;x' } })])
  expect(renderDryRun(report)).toContain(String.raw`a\x1b[2Jb`)
  expect(renderDryRun(report)).not.toContain('\u001B')
  expect(renderDryRun(report, (text) => text.replaceAll('\u001B', '?'))).toContain('a?[2Jb')
})

it('shows three digits of an estimate', () => {
  const shown = (inputTokens: number) =>
    renderDryRun(reportOf([], { inputTokens }))
      .split('\n')
      .find((text) => text.startsWith('total'))
  const cells = [999, 1000, 9449, 999_499, 999_500, 1_234_567].map((tokens) => shown(tokens)?.split(/ {2,}/)[3])
  expect(cells).toEqual(['999', '1k', '9.45k', '999k', '1M', '1.23M'])
})
