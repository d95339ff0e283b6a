import { writeFileSync } from 'node:fs'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileRows } from '../../__fixtures__/checked-run.ts'
import { comparedRuns, type ComparedRuns, pageOfRuns } from '../../__fixtures__/compared-runs.ts'
import { hostileTexts } from '../../__fixtures__/hostile.ts'
import { hasBrowser, inBrowser, launchBrowser, type Opened, openPage, seriousFindings } from '../../__fixtures__/page-browser.ts'
import { sampleRows } from '../../__fixtures__/sample-run.ts'
import { useTempFolder } from '../../__fixtures__/temp-folder.ts'

const inFolder = useTempFolder()
const poorer = sampleRows.map((row, at) =>
  Object.assign(
    {},
    row,
    at % 2 === 0 ? { retrievedContexts: ['Nothing of the kind.'], retrievedContextIds: ['none'], response: 'I cannot say.' } : {},
  ),
)
const three = { bm25: sampleRows, dense: poorer, 'hybrid & co': sampleRows }

describe.skipIf(!hasBrowser)(`the page of several runs ${inBrowser}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  async function opened(runs: ComparedRuns, options: Parameters<typeof openPage>[2] = {}): Promise<Opened> {
    const path = inFolder('compare.html')
    writeFileSync(path, pageOfRuns(runs))
    return openPage(browser, path, options)
  }

  const ids = (page: Page): Promise<string[]> => page.locator('.matrix .open').allTextContents()
  const hash = (page: Page): Promise<string> => page.evaluate('decodeURIComponent(location.hash.replaceAll("+", " "))')

  it('opens a row with what each run retrieved side by side, differences marked and quotes highlighted', async () => {
    const { page, complaints } = await opened(await comparedRuns(three))
    expect(await ids(page)).toHaveLength(8)
    await page.locator('.open', { hasText: 'moon-1' }).click()
    const detail = page.locator('.detail:visible')
    expect(await detail.locator('.beside > section h4').allTextContents()).toEqual(['bm25', 'dense', 'hybrid & co'])
    const [bm25, dense] = [detail.locator('.beside > section').nth(0), detail.locator('.beside > section').nth(1)]
    expect(await bm25.locator('.context mark').allTextContents()).toEqual(['Neil Armstrong walked first.'])
    expect(await bm25.locator('.context .chip').textContent()).toBe('in 2 of 3 runs')
    expect(await dense.locator('.context .chip').textContent()).toBe('only here')
    expect(await dense.textContent()).toContain('I cannot say.')
    expect(await detail.locator('.claims tbody tr.differs').textContent()).toMatch(
      /Neil Armstrong walked first\. differs\s*supported\s*unsupported\s*supported/,
    )
    await bm25.getByText('How the scores came about').click()
    expect(await bm25.locator('.claim.supported').first().textContent()).toContain('A context says so.')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('sorts and filters, by keyboard too, and keeps what is shown in the address', async () => {
    const { page, complaints } = await opened(await comparedRuns(three))
    await page.locator('#rows').getByLabel('Metric').selectOption('id_based_context_recall')
    expect(await hash(page)).toBe('#metric=id_based_context_recall')
    await page.locator('#rows').getByLabel('Better is').selectOption('dense')
    await page.locator('#rows').getByLabel('than').selectOption('bm25')
    expect(await ids(page)).toEqual([])
    await page.locator('#rows').getByLabel('Better is').selectOption('bm25')
    await page.locator('#rows').getByLabel('than').selectOption('dense')
    expect(await ids(page)).toContain('moon-1')
    expect(await hash(page)).toContain('better=bm25&than=dense')
    await page.locator('#rows').getByLabel('Better is').selectOption('any run')
    await page.getByLabel('Show').selectOption('unscored in some run')
    expect(await ids(page)).toEqual(['seas-2'])
    await page.getByLabel('Show').selectOption('all rows')
    await page.getByLabel('Search').fill('IS THE largest')
    expect(await ids(page)).toEqual(['seas-1'])
    await page.getByLabel('Search').fill('')
    await page.getByRole('button', { name: 'row' }).press('Enter')
    expect((await ids(page))[0]).toBe('evil-1')
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending')
    await page.getByLabel('dense', { exact: true }).uncheck()
    expect(await page.locator('.matrix thead th').allTextContents()).toEqual(['row ▲', 'bm25', 'hybrid & co', 'spread'])
    await page.locator('.open', { hasText: 'list-1' }).focus()
    await page.keyboard.press('Space')
    expect(await page.locator('.detail:visible .beside > section').count()).toBe(2)
    expect(await hash(page)).toContain('row=list-1&runs=bm25&runs=hybrid & co')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('shows the view and the row that an address names', async () => {
    const compared = await comparedRuns(three)
    const { page, complaints } = await opened(compared, {
      hash: '#row=list-1&runs=bm25&runs=dense&metric=id_based_context_recall&q=season',
    })
    expect(await ids(page)).toEqual(['list-1'])
    expect(await page.locator('.detail:visible .beside > section h4').allTextContents()).toEqual(['bm25', 'dense'])
    expect(await page.locator('#rows').getByLabel('Metric').inputValue()).toBe('2')
    const link = await page.getByRole('link', { name: 'Link to this row' }).getAttribute('href')
    await page.evaluate('location.hash = "#row=moon-2"')
    await page.waitForFunction('document.querySelectorAll(".matrix .open").length === 8')
    expect(await page.locator('.open[aria-expanded=true]').textContent()).toBe('moon-2')
    await page.evaluate(`location.hash = ${JSON.stringify(link)}`)
    await page.waitForFunction('document.querySelectorAll(".matrix .open").length === 1')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('filters by the groups of rows', async () => {
    const { comparison, reports } = await comparedRuns(three)
    const scores = comparison.scores.map((row, at) => Object.assign({}, row, { groups: { topic: at < 3 ? 'early' : null } }))
    const { page } = await opened({ comparison: { ...comparison, scores }, reports })
    await page.getByLabel('topic').selectOption('early')
    expect(await ids(page)).toHaveLength(3)
    expect(await hash(page)).toBe('#group.topic=early')
    await page.getByLabel('topic').selectOption('(without one)')
    expect(await ids(page)).toHaveLength(5)
    await page.close()
  })

  it('lets no text of data, labels or addresses run or reach out', async () => {
    const runs = Object.fromEntries(hostileTexts.slice(14, 19).map(([, text], at) => [`${at}${text}`, hostileRows]))
    const { page, complaints } = await opened(await comparedRuns(runs), {
      hash: `#q=${encodeURIComponent('<img src=x onerror="window.pwned=1">')}`,
    })
    expect(await ids(page)).toEqual(expect.arrayContaining([expect.stringContaining('an image that runs')]))
    await page.evaluate('location.hash = ""')
    await page.waitForFunction(`document.querySelectorAll(".matrix .open").length === ${hostileRows.length}`)
    await page.evaluate('document.querySelectorAll(".open").forEach((open) => open.click())')
    await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true })')
    expect(await page.locator('.detail:not([hidden])').count()).toBe(hostileRows.length)
    expect(await page.evaluate('window.pwned')).toBeUndefined()
    expect(await page.locator('main img, main iframe, main script').count()).toBe(0)
    const links: string[] = await page.evaluate('Array.from(document.links, (link) => link.getAttribute("href"))')
    expect(links.every((href) => href.startsWith('#row='))).toBe(true)
    expect(complaints).toEqual([])
    await page.close()
  })

  it.each([500, 1280])('fits a width of %d pixels, light and dark, without a serious finding of axe', async (width) => {
    const effort = [
      { calls: 8, cost: 0.4, p50: 900 },
      { calls: 8, cost: 0.1, p50: 1200 },
      { calls: 8, cost: 0.2, p50: 1000 },
    ]
    const { comparison, reports } = await comparedRuns(three, { effort })
    const curves = [{ name: 'recall', points: Object.keys(comparison.metrics).map((metric, at) => ({ k: at + 1, metric })) }]
    const compared = { comparison: { ...comparison, curves, gates: [{ text: 'worse', held: false }], notes: ['One note.'] }, reports }
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await opened(compared, { viewport: { width, height: 900 }, colorScheme })
      await page.locator('.open').first().click()
      await page.locator('.beside details').first().evaluate('(details) => { details.open = true }')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      for (const table of await page.locator('.numbers').all()) {
        expect((await table.locator('..').boundingBox())?.width).toBeGreaterThan(150)
        const [head, cell] = await Promise.all(['thead th', 'tbody td'].map((cells) => table.locator(cells).last().boundingBox()))
        // A heading stands over its column.
        expect([head?.x, head?.width]).toEqual([cell?.x, cell?.width])
      }
      expect(await seriousFindings(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.close()
    }
  })

  it('shows fifty of two thousand rows at a time, however many runs there are', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => ({
      id: `row ${at}`,
      userInput: `Question ${at}?`,
      referenceContextIds: ['a', 'b'],
      retrievedContextIds: at % 3 === 0 ? ['a'] : ['b', 'a'],
    }))
    const runs = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`run ${at}`, rows]))
    const { page, complaints } = await opened(await comparedRuns(runs, { metrics: [idBasedContextRecall()] }))
    expect(await page.locator('[role=status]').textContent()).toBe('2,000 of 2,000 rows')
    expect(await ids(page)).toHaveLength(50)
    await page.getByRole('button', { name: 'Next' }).first().press('Enter')
    expect((await ids(page))[0]).toBe('row 50')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Next')
    expect(complaints).toEqual([])
    await page.close()
  })
})
