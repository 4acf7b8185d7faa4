import type { Page } from '@playwright/test'

/** Waits until the app handles events: a prerendered page is visible, and can be clicked, before its code has loaded. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
}
