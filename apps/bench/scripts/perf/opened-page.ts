import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export type OpenedPage = {
  /** Milliseconds until its rows are there. */
  readonly openMs: number
  /** The longest pause between two frames, in milliseconds: while all of the page is scrolled through, and until a row is open. */
  readonly scrollMs: number
  readonly rowMs: number
  /** What it says of its rows. */
  readonly said: string
}

/** How a page of several runs behaves in Chromium; `undefined` where there is none. */
export async function openedPage(path: string): Promise<OpenedPage | undefined> {
  if (!existsSync(executablePath)) return undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const begun = performance.now()
    await page.goto(pathToFileURL(path).href)
    const said = (await page.locator('#rows').locator('[role=status]').textContent()) ?? ''
    const openMs = performance.now() - begun
    const scrollMs = await page.evaluate<number>(
      longestPause('scrollBy(0, 150); return scrollY + innerHeight >= document.documentElement.scrollHeight - 1'),
    )
    const rowMs = await page.evaluate<number>(
      longestPause('if (frame === 1) document.querySelector(".matrix .open").click(); return frame > 20'),
    )
    return { openMs, scrollMs, rowMs, said }
  } finally {
    await browser.close()
  }
}

/** A script that runs `step` in each frame until it is done, and gives the longest time between two frames. */
function longestPause(step: string): string {
  return `new Promise((resolve) => {
    const step = (frame) => { ${step} }
    let [longest, before, frame] = [0, 0, 0]
    const next = (now) => {
      if (before > 0) longest = Math.max(longest, now - before)
      before = now
      if (step(frame++)) requestAnimationFrame((last) => resolve(Math.max(longest, last - before)))
      else requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`
}
