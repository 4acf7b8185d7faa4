import type { Page } from '@playwright/test'

/** The server handles the next request to the path that writes, and the browser gets no response. */
export async function loseResponse(page: Page, path: string): Promise<void> {
  // Not the option `times`, which would count a list that is being read, too.
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}
