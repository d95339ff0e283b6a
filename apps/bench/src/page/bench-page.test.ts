import { describe, expect, it } from 'vitest'
import { HOSTILE, sampleResult } from './__fixtures__/sample-result.ts'
import { renderBenchPage } from './bench-page.ts'

describe('the page of a benchmark', () => {
  const page = renderBenchPage(sampleResult)

  it('is self-contained: no address, no image, nothing loaded, one script and one style by their hashes', () => {
    expect(page).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/)
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page.match(/ (?:src|href|style)=["']/g)).toBeNull()
  })

  it('takes no text of the data for markup', () => {
    expect(page).not.toContain(HOSTILE)
    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;img src=x onerror=&quot;window.pwned=1&quot;&gt;')
  })

  it('shows what is not measured, which sources are left out of the headline, and what is unknown', () => {
    expect(page).toContain('Extraction is not measured here')
    expect(page).toContain('too noisy: expertqa.')
    expect(page).toContain('Cost unknown:')
    expect(page).toContain('4 clusters: a test needs at least 6')
    expect(page).toContain('<abbr title="always the same verdict">no interval</abbr>')
    expect(page).toContain('invalid_reply 12')
  })

  it('shows what was measured besides: order, injection, flips, claims before several contexts, recall of rows', () => {
    const plain = page.replaceAll(/\s+/g, ' ')
    expect(plain).toContain('<td class="number">1.0 % / 5.0 %</td>')
    expect(plain).toContain('95th percentile')
    expect(plain).toContain('balanced accuracy 0.846 over 98 claims')
    expect(plain).toContain('recall of 40 rows: 0.790 by the judge, 0.740 by people, mean absolute error 0.081')
  })

  it('shows when it ran with the zone, and the interval of what was said less what people said', () => {
    expect(page).toContain('2026-11-28 10:15:00 UTC')
    const [judge] = sampleResult.judges
    const { difference } = judge?.pooled.supportRate ?? {}
    expect(difference?.interval).toBeDefined()
    expect(page.replaceAll(/\s+/g, ' ')).toMatch(/<td class="number">[+−]0\.\d{3} \[[+−]0\.\d\d, [+−]0\.\d\d\]/)
  })

  it('says that a run stopped early', () => {
    const stopped = { ...sampleResult, meta: { ...sampleResult.meta, stopped: { cause: 'quota', reason: 'none left' } } }
    expect(renderBenchPage(stopped)).toContain('<bdi>none left</bdi>')
  })

  it('of judges that give no probabilities has no calibration, of nothing to read no list, of one judge no differences', () => {
    const [first] = sampleResult.judges
    if (first === undefined) throw new Error('there are judges')
    const plain = { ...first, pooled: { ...first.pooled, calibration: null } }
    const small = renderBenchPage({ ...sampleResult, judges: [plain], disagreements: [], comparisons: [], agreement: [], subsets: [] })
    expect(small).toContain('No plot')
    expect(small).not.toContain('<svg class="scatter"')
    for (const id of ['calibration', 'disagreements', 'comparisons', 'agreement']) {
      expect(small).not.toContain(`id="${id}"`)
      expect(page).toContain(`id="${id}"`)
    }
  })
})
