import type { Page } from '@playwright/test'

/** The server handles the next request to the path, and the browser gets no response. */
export async function loseResponse(page: Page, path: string): Promise<void> {
  await page.route(
    path,
    async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}
