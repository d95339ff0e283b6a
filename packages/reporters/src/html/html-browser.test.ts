import { lexicalScreen } from '@assay/judge'
import { contextRecall } from '@assay/metric-llm-recall'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedRun, gates, hostileRows } from '../__fixtures__/checked-run.ts'
import { openRun } from '../__fixtures__/open-run.ts'
import { hasBrowser, inBrowser, launchBrowser, type Opened, openPage, seriousFindings } from '../__fixtures__/page-browser.ts'
import { finishedRun, type FinishedRun, groupedRun, sampleRows } from '../__fixtures__/sample-run.ts'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { reporterFor } from '../reporter-for.ts'

const inFolder = useTempFolder()
let browser: Browser

describe.skipIf(!hasBrowser)(`the HTML page ${inBrowser}`, () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  /** The page of a run, opened. */
  async function opened(run: FinishedRun, options: Parameters<typeof openPage>[2] = {}): Promise<Opened> {
    const path = inFolder('report.html')
    const reporter = reporterFor(path)
    await reporter.begin(run.run)
    await reporter.rows(run.rows)
    await reporter.end(run.summary, { gates })
    return openPage(browser, path, options)
  }

  const ids = (page: Page): Promise<string[]> => page.locator('.rows .open').allTextContents()

  it('shows, sorts, filters and searches rows, by keyboard too, without a complaint', async () => {
    const { page, complaints } = await opened(await checkedRun())
    expect(await ids(page)).toHaveLength(sampleRows.length)
    await page.getByLabel('Order').selectOption('as in the data')
    expect(await ids(page)).toEqual(['moon-1', 'moon-2', 'seas-1', 'seas-2', 'list-1', 'none-1', 'evil-1', 'last-1'])
    await page.getByRole('button', { name: 'row' }).click()
    expect((await ids(page))[0]).toBe('evil-1')
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'row' }).click()
    expect((await ids(page))[0]).toBe('seas-2')
    await page.getByRole('button', { name: 'context_recall', exact: true }).click()
    expect((await ids(page)).slice(-2)).toEqual(['seas-2', 'none-1'])
    await page.getByLabel('Show').selectOption('unscored')
    expect(await ids(page)).toEqual(['seas-2', 'none-1'])
    await page.getByLabel('Show').selectOption('failed checks')
    expect(await ids(page)).toContain('seas-1')
    expect(await ids(page)).not.toContain('moon-1')
    await page.getByLabel('Show').selectOption('all rows')
    await page.getByLabel('Search').fill('DEEPEST trench')
    expect(await ids(page)).toEqual(['seas-2'])
    await page.getByLabel('Search').fill('')
    await page.locator('.open', { hasText: 'list-1' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.detail:visible').textContent()).toContain('Spring is one.')
    expect(await page.locator('.detail:visible').textContent()).toMatch(
      /Weighted mean .*; at least 0\.4 is due\.[^]*check (?:passed|failed): at least 0\.5 is due/,
    )
    expect(await page.locator('.open[aria-expanded=true]').textContent()).toBe('list-1')
    await page.keyboard.press('Space')
    expect(await page.locator('.detail:visible').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('shows of each claim its verdict, the reason, and the quoted place highlighted in its context', async () => {
    const { page } = await opened(await finishedRun())
    await page.locator('.open', { hasText: 'moon-1' }).click()
    const claim = page.locator('.detail:visible .claim.supported').first()
    expect(await claim.textContent()).toContain('A context says so.')
    expect(await claim.locator('blockquote').textContent()).toBe('Neil Armstrong walked first. He was American.')
    expect(await claim.locator('mark').allTextContents()).toEqual(['Neil Armstrong walked first.'])
    expect(await page.locator('.detail:visible .context mark').allTextContents()).toEqual(['Neil Armstrong walked first.'])
    await page.locator('.open', { hasText: 'moon-1' }).click()
    await page.locator('.open', { hasText: 'moon-2' }).click()
    expect(await page.locator('.detail:visible').textContent()).toMatch(
      /unsupported The landing was on a Sunday\.No context says so\.[^]*Missing id: m3/,
    )
    await page.close()
  })

  it('never calls the sentence that an unsupported claim was held against the place where it was found', async () => {
    const sample = {
      id: 'one',
      reference: 'The drug is not safe for children.',
      retrievedContexts: ['The drug is safe for children and adults.'],
    }
    const { page } = await opened(await finishedRun([sample], [contextRecall({ judge: lexicalScreen() })]))
    await page.locator('.rows .open').click()
    expect(await page.locator('.claim.unsupported').textContent()).toContain('Held against context 1:')
    expect(await page.locator('.detail').textContent()).not.toContain('Found in')
    expect(await page.locator('.context').textContent()).toContain('The drug is safe')
    expect(await page.locator('.context mark').count()).toBe(0)
    await page.close()
  })

  it('draws the range of a screen as a dashed line, and says so to those who do not see it', async () => {
    const { page } = await opened(await openRun(0.5))
    expect(await page.locator('.chart .range').count()).toBe(1)
    expect(await page.locator('.chart').getAttribute('aria-label')).toContain('range [0.000, 1.000]')
    await page.close()
  })

  it('shows a check that undecided claims could change as undecided, in the table and in the row', async () => {
    const { page } = await opened(await openRun(0.5))
    expect(await page.locator('.rows tbody .chip').allTextContents()).toEqual(['undecided', 'undecided'])
    await page.locator('.rows .open').click()
    const detail = page.locator('.detail')
    expect(await detail.locator('h4 .chip').first().textContent()).toBe('check undecided')
    expect(await detail.textContent()).toContain('range 0 to 1 straddles 0.5 (counted as passed)')
    await page.close()
  })

  it('lets no text of the data run or reach out, wherever it is shown', async () => {
    const { page, complaints } = await opened(await finishedRun(hostileRows))
    await page.evaluate('document.querySelectorAll(".open").forEach((open) => open.click())')
    await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true })')
    expect(await page.locator('.detail:not([hidden])').count()).toBe(hostileRows.length)
    expect(await page.evaluate('window.pwned')).toBeUndefined()
    expect(await page.locator('main img, main iframe, main script').count()).toBe(0)
    const links: string[] = await page.evaluate('Array.from(document.links, (link) => link.getAttribute("href"))')
    expect(links.every((href) => href.startsWith('#row='))).toBe(true)
    const found = hostileRows.find(({ id }) => id?.includes('an image that runs'))
    expect(await ids(page)).toContain(found?.id)
    expect(complaints).toEqual([])
    await page.close()
  })

  it.each([390, 1440])('fits a width of %d pixels, light and dark, with readable contrast', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await opened(await checkedRun(), { viewport: { width, height: 844 }, colorScheme })
      for (const open of (await page.locator('.open').all()).slice(0, 3)) await open.click()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      const shades = await page.evaluate('[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]')
      expect(contrast(shades as [string, string])).toBeGreaterThan(7)
      const faint = await page.evaluate(
        '[getComputedStyle(document.querySelector(".detail td")).backgroundColor, getComputedStyle(document.querySelector(".faint")).color]',
      )
      expect(contrast(faint as [string, string])).toBeGreaterThan(4.5)
      expect(complaints).toEqual([])
      await page.close()
    }
  })

  it('shows the groups of each metric at once, filters rows by them, and links to one row', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => ({
      id: `row ${at}`,
      metadata: { topic: at % 3 === 0 ? 'seas' : 'moons' },
      referenceContextIds: ['a', 'b'],
      retrievedContextIds: at % 3 === 0 ? ['a'] : ['b', 'a'],
    }))
    const run = await groupedRun(rows, 'metadata.topic')
    const { page, complaints } = await opened(run)
    expect(await page.locator('.groups tbody th').allTextContents()).toEqual(['moons', 'seas'])
    expect(await page.locator('.groups .group-bar .interval').count()).toBe(2)
    expect(await page.getByRole('region', { name: 'id_based_context_recall, groups by metadata.topic' }).count()).toBe(1)
    await page.getByLabel('metadata.topic').last().selectOption('seas')
    expect(await page.locator('[role=status]').textContent()).toBe('40 of 120 rows')
    await page.locator('.rows .open', { hasText: 'row 30' }).click()
    const link = await page.getByRole('link', { name: 'Link to this row' }).getAttribute('href')
    expect(link).toBe('#row=row+30&at=30')
    await page.evaluate('location.hash = "#row=row+100"')
    await page.waitForFunction('document.querySelector(".open[aria-expanded=true]")?.textContent === "row 100"')
    expect(await page.locator('[role=status]').textContent()).toBe('120 of 120 rows')
    expect(complaints).toEqual([])
    await page.close()
  })

  it.each([500, 1280])('has no serious finding of axe, %d pixels wide, light and dark', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await opened(await checkedRun(), { viewport: { width, height: 900 }, colorScheme })
      await page.locator('.open').first().click()
      expect(await seriousFindings(page)).toEqual([])
      await page.close()
    }
  })

  it('pages through ten thousand rows', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      id: `row ${at}`,
      referenceContextIds: ['a', 'b'],
      retrievedContextIds: at % 3 === 0 ? ['a'] : ['b', 'a'],
    }))
    const { page, complaints } = await opened(await finishedRun(rows))
    expect(await page.locator('[role=status]').textContent()).toBe('10,000 of 10,000 rows')
    expect(await ids(page)).toHaveLength(50)
    const [first] = await ids(page)
    await page.getByRole('button', { name: 'Next' }).first().press('Enter')
    expect(await ids(page)).not.toContain(first)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Next')
    await page.getByLabel('Search').fill('row 9999')
    expect(await ids(page)).toEqual(['row 9999'])
    expect(complaints).toEqual([])
    await page.close()
  })
})

/** The ratio of WCAG 2, for two colours as a browser computes them. */
function contrast(shades: readonly [string, string]): number {
  const [one, other] = shades.map((shade) => {
    const [r = 0, g = 0, b = 0] = (shade.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  })
  return (Math.max(one ?? 0, other ?? 0) + 0.05) / (Math.min(one ?? 0, other ?? 0) + 0.05)
}
