import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(executablePath)
/** What the tests that need one are called, so that it is seen why they were skipped. */
export const inBrowser = `in a browser (needs Chromium at ${executablePath}, or its path in $CHROMIUM)`

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
}

/** A page that was opened; `complaints` are errors on the console, and requests besides the file itself. */
export type Opened = { readonly page: Page; readonly complaints: string[] }

export async function openPage(browser: Browser, path: string, { hash = '', ...options }: Parameters<Browser['newPage']>[0] & { hash?: string } = {}): Promise<Opened> {
  const page = await browser.newPage(options)
  const complaints: string[] = []
  const url = pathToFileURL(path).href
  page.on('console', (message) => complaints.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('request', (request) => request.url().split('#')[0] !== url && complaints.push(`request: ${request.url()}`))
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  await page.goto(url + hash)
  return { page, complaints }
}

type Finding = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] }

/** What axe finds on a page that is serious or critical. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate<{ readonly violations: readonly Finding[] }>('axe.run()')
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
