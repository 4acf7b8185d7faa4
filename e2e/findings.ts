import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// The other mode looks into frames of strangers, for which it opens another page each time; here are none.
// Of what it finds in order, one example will do: to name every one of them takes longer than the looking.
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .exclude('iframe')
    .setLegacyMode()

/** What axe finds on the page as it stands, in light and in dark. Only colours differ between the two. */
export async function findingsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axe(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await axe(page).withRules(['color-contrast', 'link-in-text-block']).analyze()
  return [...light.violations, ...dark.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  )
}
