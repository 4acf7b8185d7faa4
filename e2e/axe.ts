import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, ContextSpec, RunOptions } from 'axe-core'

const axeCode = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface WithAxe {
  axe: { run: (context: ContextSpec, options: RunOptions) => Promise<AxeResults> }
}

/** Runs axe when the page has loaded, in light and in dark mode; in dark mode only the rules about colours. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Content that is being reloaded is faded and would fail the contrast rule.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await runAxe(page, {})
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return [...light, ...(await runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block'] }))]
}

// Excludes the frame of the map, which is another site, and repeated rows. Only violations are
// reported, because listing everything that passed takes longer than the check itself.
async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  // Loaded once per page, because loading takes half as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCode)
  await page.evaluate(markRepeatedRows)
  const { violations } = await page.evaluate(
    (runOptions) =>
      (window as unknown as WithAxe).axe.run({ exclude: ['iframe', '[data-repeats]'] }, runOptions),
    { ...options, iframes: false, resultTypes: ['violations'] } satisfies RunOptions,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/**
 * Runs in the page: marks a row or option whose elements, classes, states and colour equal those of an earlier one,
 * whatever its text, so that each kind of row is checked once.
 */
function markRepeatedRows(): void {
  const describeElement = (element: Element): string => {
    const states = [...element.attributes]
      .filter(({ name }) =>
        /^(class|role|type|disabled|tabindex|data-state|data-direction|aria-.*)$/.test(name),
      )
      .map(({ name, value }) => (/^aria-(label|describedby|labelledby|controls)/.test(name) ? name : value))
    return [element.tagName, ...states, element.textContent.trim() === ''].join(' ')
  }
  for (const list of document.querySelectorAll('tbody, [role=listbox]')) {
    const seen = new Set<string>()
    for (const row of list.children) {
      row.removeAttribute('data-repeats')
      const colour = getComputedStyle(row).backgroundColor
      const signature = [colour, ...[row, ...row.querySelectorAll('*')].map(describeElement)].join('\n')
      row.toggleAttribute('data-repeats', seen.has(signature))
      seen.add(signature)
    }
  }
}
