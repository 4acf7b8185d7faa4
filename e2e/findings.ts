import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

// The other mode looks into frames of strangers, for which it opens another page each time; here are none.
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).exclude('iframe').setLegacyMode()

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>

const inWords = ({ violations }: Results): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)

/** What axe finds on the page as it stands, in light. */
export async function findingsInLight(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return inWords(await axe(page).analyze())
}

/** The same in light and in dark. Only colours differ between the two. */
export async function findingsOf(page: Page): Promise<string[]> {
  const light = await findingsInLight(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await axe(page).withRules(['color-contrast', 'link-in-text-block']).analyze()
  return [...light, ...inWords(dark)]
}
