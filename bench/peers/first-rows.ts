import { chromium, type Browser } from 'playwright'
import { chromiumFlags, findChromium } from '#testing/find-tools.ts'
import { median } from '../measure/statistics.ts'
import type { RunningServer } from '../rows/server-start.ts'
import type { ListPage } from './peer.ts'

export interface FirstRows {
  /** Milliseconds from the navigation until the page shows rows, with an empty cache and with the files in it. */
  empty: number
  full: number
}

/** Opens the list pages in turn, each time in a new profile of the browser. */
export async function measureFirstRows(
  pages: readonly { server: RunningServer; page: ListPage }[],
  rounds: number,
): Promise<FirstRows[] | undefined> {
  const executablePath = findChromium()
  if (!executablePath) return undefined
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  const times = pages.map((): FirstRows[] => [])
  try {
    // The first round warms up the servers and the browser.
    for (let round = 0; round <= rounds; round++) {
      const order = pages.map((_, at) => at)
      for (const at of round % 2 === 0 ? order : order.toReversed()) {
        const { server, page } = pages[at]!
        const found = await openTwice(browser, server.url, page)
        if (round > 0) times[at]!.push(found)
      }
    }
  } finally {
    await browser.close()
  }
  return times.map((all) => ({
    empty: median(all.map(({ empty }) => empty)),
    full: median(all.map(({ full }) => full)),
  }))
}

async function openTwice(browser: Browser, url: string, list: ListPage): Promise<FirstRows> {
  const context = await browser.newContext({
    storageState: {
      cookies: list.cookies.map((each) => ({
        ...each,
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax' as const,
      })),
      origins: [{ origin: url, localStorage: list.localStorage }],
    },
  })
  try {
    // Noted by the page itself in the frame that shows the rows.
    await context.addInitScript((selector) => {
      const look = (): void => {
        if (document.querySelector(selector)) performance.mark('first rows')
        else requestAnimationFrame(look)
      }
      look()
    }, list.rows)
    const open = async (): Promise<number> => {
      const page = await context.newPage()
      await page.goto(`${url}${list.path}`, { waitUntil: 'load' })
      const noted = await page.waitForFunction(() => performance.getEntriesByName('first rows')[0]?.startTime)
      const milliseconds = Number(await noted.jsonValue())
      await page.close()
      return milliseconds
    }
    const empty = await open()
    return { empty, full: await open() }
  } finally {
    await context.close()
  }
}
