import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, ContextSpec, RunOptions, Spec } from 'axe-core'

const axeCode = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface WithAxe {
  axe: {
    configure: (spec: Spec) => void
    run: (context: ContextSpec, options: RunOptions) => Promise<AxeResults>
  }
  /** The looks whose contrast was checked since the page was loaded. */
  checkedLooks?: Set<string>
}

/**
 * Runs axe when the page has loaded, in the current colour scheme, and then only the rules about colours in the other
 * one. An open dialog is checked alone, because the page behind it is inert.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const found = await axeViolationsAsShown(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark', reducedMotion: 'reduce' })
  return [...found, ...(await runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block'] }))]
}

/** Runs axe when the page has loaded, in the current colour scheme only. */
export async function axeViolationsAsShown(page: Page): Promise<string[]> {
  // Content that is being reloaded is faded and would fail the contrast rule.
  await expect(page.locator('.skeleton, [aria-busy=true], .progress:not([data-state=idle])')).toHaveCount(0)
  return runAxe(page, {})
}

// Excludes the frame of the map, which is another site, and repeated rows. Only violations are
// reported, because listing everything that passed takes longer than the check itself.
async function runAxe(page: Page, rules: RunOptions): Promise<string[]> {
  // Loaded once per page, because loading takes half as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeCode)
    await page.evaluate(() => {
      const selector = '[data-new-look]'
      ;(window as unknown as WithAxe).axe.configure({ rules: [{ id: 'color-contrast', selector }] })
    })
  }
  await page.evaluate(markRepeatedRows)
  return page.evaluate(checkInPage, {
    ...rules,
    iframes: false,
    elementRef: true,
    resultTypes: ['violations', 'incomplete'],
  } satisfies RunOptions)
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
  const lists = [...document.querySelectorAll('tbody, [role=listbox]')].map((list) => [...list.children])
  // The links to all screens look the same in all groups.
  const links = [...document.querySelectorAll('.screen-entry')]
  for (const rows of [...lists, links]) {
    const seen = new Set<string>()
    for (const row of rows) {
      row.removeAttribute('data-repeats')
      const colour = getComputedStyle(row).backgroundColor
      const signature = [colour, ...[row, ...row.querySelectorAll('*')].map(describeElement)].join('\n')
      row.toggleAttribute('data-repeats', seen.has(signature))
      seen.add(signature)
    }
  }
}

/**
 * Runs in the page: the contrast rule, which takes three quarters of the time of a check, checks only three of the
 * texts that have the same look, and none whose look was checked earlier. A look is the classes, colours and fonts of
 * an element and of all elements around it.
 */
async function checkInPage(options: RunOptions): Promise<string[]> {
  const state = window as unknown as WithAxe
  state.checkedLooks ??= new Set()
  const looks = new Map<Element, string>()
  const lookOf = (element: Element): string => {
    const known = looks.get(element)
    if (known !== undefined) return known
    const style = getComputedStyle(element)
    const attributes = ['class', 'type', 'disabled', 'inert', 'aria-disabled', 'aria-hidden']
    const look = [
      element.tagName,
      ...attributes.map((name) => element.getAttribute(name)),
      element instanceof HTMLLabelElement && element.control?.matches(':disabled'),
      element instanceof HTMLInputElement && element.value === '',
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.position,
      style.fontSize,
      style.fontWeight,
      element.parentElement ? lookOf(element.parentElement) : '',
    ].join(' ')
    looks.set(element, look)
    return look
  }
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')

  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const toCheck = new Map<Element, string>()
  const counts = new Map<string, number>()
  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    const isChecked =
      hasText(element) &&
      !element.closest('[data-repeats]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const look = isChecked ? lookOf(element) : ''
    const count = counts.get(look) ?? 0
    counts.set(look, count + 1)
    const isNew = isChecked && count < 3 && !state.checkedLooks.has(look)
    element.toggleAttribute('data-new-look', isNew)
    if (isNew) toCheck.set(element, look)
  }
  const context = { exclude: ['iframe', '[data-repeats]'], ...(dialog && { include: dialog }) }
  const { violations, incomplete } = await state.axe.run(context, options)
  // Axe cannot judge a text that is covered, for example by a bar; another one of this look has to be checked.
  for (const { id, nodes } of incomplete)
    if (id === 'color-contrast') for (const { element } of nodes) if (element) toCheck.delete(element)
  for (const look of toCheck.values()) state.checkedLooks.add(look)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
