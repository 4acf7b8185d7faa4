import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, ContextSpec, RunOptions } from 'axe-core'

const axeCode = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface WithAxe {
  axe: { run: (context: ContextSpec, options: RunOptions) => Promise<AxeResults> }
}

/** What axe finds on the page once nothing on it is being fetched, in light and in dark. Only colours differ between the two. */
export async function findingsOf(page: Page): Promise<string[]> {
  // What is about to be replaced is faded out.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await look(page, {})
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return [...light, ...(await look(page, { runOnly: ['color-contrast', 'link-in-text-block'] }))]
}

// Frames are left out: the only one is a stranger's map.
// Of what it finds in order, one example will do: to name every one of them takes longer than the looking.
async function look(page: Page, options: RunOptions): Promise<string[]> {
  // The page keeps it for the next look: to hand it over takes as long as half of the looking.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCode)
  const { violations } = await page.evaluate(
    (how) => (window as unknown as WithAxe).axe.run({ exclude: ['iframe'] }, how),
    { ...options, iframes: false, resultTypes: ['violations'] } satisfies RunOptions,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
