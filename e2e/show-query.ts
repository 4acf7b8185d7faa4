import type { Page } from '@playwright/test'

/** Goes to the same screen with another query, as Back and Forward do; what the test expects next waits for it. */
export const showQuery = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
