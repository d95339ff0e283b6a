import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleResult } from './__fixtures__/sample-result.ts'
import { renderBenchPage } from './bench-page.ts'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-page-'))
let browser: Browser

describe.skipIf(!existsSync(executablePath))(
  `the page of a benchmark in a browser (needs Chromium at ${executablePath}, or its path in $CHROMIUM)`,
  () => {
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
    })
    afterAll(async () => {
      await browser.close()
      rmSync(folder, { recursive: true })
    })

    /** The page, opened; `complaints` are errors on the console, and requests besides the file itself. */
    async function opened(
      options: Parameters<Browser['newPage']>[0] = {},
      result = sampleResult,
    ): Promise<{ page: Page; complaints: string[] }> {
      const path = join(folder, 'bench.html')
      writeFileSync(path, renderBenchPage(result))
      const page = await browser.newPage(options)
      const complaints: string[] = []
      const url = pathToFileURL(path).href
      page.on('console', (message) => complaints.push(`console: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('request', (request) => request.url() !== url && complaints.push(`request: ${request.url()}`))
      await page.goto(url)
      return { page, complaints }
    }

    const items = (page: Page): Promise<string[]> => page.locator('.item:visible h3').allTextContents()

    it('filters what is to be read, by keyboard too, without a complaint', async () => {
      const { page, complaints } = await opened()
      expect(await items(page)).toHaveLength(3)
      await page.getByRole('combobox', { name: 'Source' }).selectOption('wice')
      expect(await items(page)).toEqual([expect.stringContaining('The bridge was opened')])
      await page.getByRole('combobox', { name: 'Source' }).selectOption('')
      await page.getByRole('combobox', { name: 'Wrong' }).selectOption('gpt-4-0613 (recorded)')
      expect(await page.locator('#count').textContent()).toBe('2 of 3 items')
      await page.getByLabel('People say').selectOption('1')
      expect(await items(page)).toHaveLength(1)
      await page.getByLabel('People say').selectOption('')
      await page.getByRole('combobox', { name: 'Wrong' }).selectOption('')
      await page.getByLabel('Search').focus()
      await page.keyboard.type('SECOND ALBUM')
      expect(await items(page)).toEqual([expect.stringContaining('The band released')])
      await page.locator('.item:visible summary').focus()
      await page.keyboard.press('Enter')
      expect(await page.locator('.item:visible blockquote').first().isVisible()).toBe(true)
      expect(await page.evaluate('window.pwned')).toBeUndefined()
      expect(await page.locator('main img, main a, main script').count()).toBe(0)
      expect(complaints).toEqual([])
      await page.close()
    })

    it('shows many items twenty at a time, and goes on from where one was', async () => {
      const [first] = sampleResult.disagreements
      if (first === undefined) throw new Error('there are disagreements')
      const many = Array.from({ length: 45 }, (_, at) => Object.assign({}, first, { id: `it-${at}`, statement: `Statement ${at}.` }))
      const { page } = await opened({}, { ...sampleResult, disagreements: many })
      expect(await items(page)).toHaveLength(20)
      await page.getByRole('button', { name: 'Show 20 more' }).press('Enter')
      expect(await items(page)).toHaveLength(40)
      expect(await page.evaluate('document.activeElement.closest(".item").querySelector("h3").textContent')).toBe('Statement 20.')
      await page.getByRole('button', { name: 'Show 5 more' }).click()
      expect(await page.locator('#more').isVisible()).toBe(false)
      await page.getByLabel('Search').fill('Statement 4')
      expect(await items(page)).toHaveLength(6)
      await page.close()
    })

    it('shows everything without its script', async () => {
      const { page } = await opened({ javaScriptEnabled: false })
      expect(await items(page)).toHaveLength(3)
      expect(await page.locator('.tools').isVisible()).toBe(false)
      await page.close()
    })

    it('draws every judge at its figure', async () => {
      const { page } = await opened({ viewport: { width: 1440, height: 900 } })
      const centres = await page.locator('.forest-row .mean').evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().x))
      const qualities = sampleResult.judges.map(({ headline }) => headline.value ?? 0)
      const order = (values: readonly number[]): number[] =>
        values.map((_, at) => at).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
      expect(centres).toHaveLength(5)
      expect(order(centres)).toEqual(order(qualities))
      expect(await page.locator('.scatter .mean').count()).toBe(4)
      await page.close()
    })

    it.each([390, 1440])('fits a width of %d pixels, light and dark, with readable contrast and no name over another', async (width) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, complaints } = await opened({ viewport: { width, height: 844 }, colorScheme })
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        const shades = await page.evaluate(
          '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color, getComputedStyle(document.querySelector(".faint")).color]',
        )
        const [background = '', text = '', faint = ''] = shades as string[]
        expect(contrast(background, text)).toBeGreaterThan(7)
        expect(contrast(background, faint)).toBeGreaterThan(4.5)
        const names = await page
          .locator('.scatter .name')
          .evaluateAll((texts) => texts.map((each) => each.getBoundingClientRect().toJSON()))
        for (const [at, one] of names.entries()) {
          expect(one.left >= 0 && one.right <= width).toBe(true)
          for (const other of names.slice(at + 1)) {
            const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top + 3 || other.bottom <= one.top + 3
            expect(apart).toBe(true)
          }
        }
        expect(complaints).toEqual([])
        await page.close()
      }
    })
  },
)

/** The ratio of WCAG 2, for two colours as a browser computes them. */
function contrast(...shades: readonly [string, string]): number {
  const [one = 0, other = 0] = shades.map((shade) => {
    const [r = 0, g = 0, b = 0] = (shade.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  })
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
