import type { Page } from '@playwright/test'

/** The next request to the path arrives and is served; its answer does not come back. */
export async function loseAnswer(page: Page, path: string): Promise<void> {
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
