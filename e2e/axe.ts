import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AxeResults, ContextSpec, RunOptions, Spec } from 'axe-core'
import { whenLoaded } from './fixtures.ts'

const axeCode = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface WithAxe {
  axe: {
    configure: (spec: Spec) => void
    run: (context: ContextSpec, options: RunOptions) => Promise<AxeResults>
  }
  /** The looks whose contrast was checked, and the forms of the parts of the frame, also on pages before this one. */
  checkedLooks: Set<string>
}

/** As in the page: a look that one test has checked is not checked again by the next test of the same worker. */
const checkedLooks = new Set<string>()

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
  await whenLoaded(page)
  return runAxe(page, {})
}

// Excludes the frame of the map, which is another site, and repeated rows. Only violations are
// reported, because listing everything that passed takes longer than the check itself.
async function runAxe(page: Page, rules: RunOptions): Promise<string[]> {
  // Loaded once per page, because loading takes half as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeCode)
    await page.evaluate(
      (looks) => {
        const state = window as unknown as WithAxe
        state.axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-new-look]' }] })
        state.checkedLooks = new Set(looks)
      },
      [...checkedLooks],
    )
  }
  await page.evaluate(markRepeatedRows)
  const { violations, looks } = await page.evaluate(checkInPage, {
    ...rules,
    iframes: false,
    elementRef: true,
    resultTypes: ['violations', 'incomplete'],
  } satisfies RunOptions)
  for (const look of looks) checkedLooks.add(look)
  return violations
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
 * Runs in the page: the contrast rule, which takes half of the time of a check, checks only one of the texts that have
 * the same look, or three if it cannot judge the first, and none whose look was checked earlier; the rules about
 * colours do not run without a new look. A look is the colour and size of a text, and the backgrounds and layers behind it. Repeated rows are
 * hidden during the check, because axe looks at every visible element to find what is in front of another.
 */
async function checkInPage(options: RunOptions): Promise<{ violations: string[]; looks: string[] }> {
  const state = window as unknown as WithAxe
  const backgrounds = new Map<Element, string>()
  /** 53 bits of the text, which is as long as the path to the element. */
  const shorten = (text: string): string => {
    let [one, two] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 2654435761)
      two = Math.imul(two ^ code, 1597334677)
    }
    return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`
  }
  /** What an element puts behind the texts within it; nothing for most elements. */
  const backgroundOf = (element: Element): string => {
    const known = backgrounds.get(element)
    if (known !== undefined) return known
    const style = getComputedStyle(element)
    const states = ['disabled', 'inert', 'aria-disabled', 'aria-hidden'].flatMap((name) =>
      element.hasAttribute(name) ? [name, element.getAttribute(name)] : [],
    )
    const isLayer =
      ['absolute', 'fixed', 'sticky'].includes(style.position) || !['auto', '0'].includes(style.zIndex)
    const own = [
      ...states,
      style.backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : style.backgroundColor,
      style.backgroundImage === 'none' ? '' : style.backgroundImage,
      style.opacity === '1' ? '' : style.opacity,
      isLayer ? `${style.position} ${element.getAttribute('class')}` : '',
    ].join('')
    const around = element.parentElement ? backgroundOf(element.parentElement) : ''
    const background = own === '' ? around : shorten(`${own} ${around}`)
    backgrounds.set(element, background)
    return background
  }
  const lookOf = (element: Element): string => {
    const style = getComputedStyle(element)
    const size = Number.parseFloat(style.fontSize)
    return shorten(
      [
        element.getAttribute('type'),
        element instanceof HTMLLabelElement && element.control?.matches(':disabled'),
        element instanceof HTMLInputElement && element.value === '',
        style.color,
        style.textShadow,
        // Large texts need less contrast.
        size >= 24 || (size >= 18.5 && Number(style.fontWeight) >= 700),
        backgroundOf(element),
      ].join(' '),
    )
  }
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')

  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const elementsOf = new Map<string, Element[]>()
  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    element.removeAttribute('data-new-look')
    const isChecked =
      hasText(element) &&
      !element.closest('[data-repeats]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const look = isChecked ? lookOf(element) : undefined
    if (look && !state.checkedLooks.has(look))
      elementsOf.set(look, [...(elementsOf.get(look) ?? []), element].slice(0, 3))
  }
  // The frame of the app is the same on most screens: a part of it without a new look is checked once in each form.
  const formOf = (part: Element): string => {
    const markup = part.outerHTML.replaceAll(/ (?:aria-current="page"|data-(?:repeats|known-part)="")/g, '')
    return shorten(`${innerWidth} ${lookOf(part)} ${markup}`)
  }
  const parts = [...document.querySelectorAll('.site-header, .rail, .site-footer')]
  const forms = parts.map(formOf)
  const newElements = [...elementsOf.values()].flat()
  for (const [at, part] of parts.entries()) {
    const isKnown = state.checkedLooks.has(forms[at]!) && !newElements.some((each) => part.contains(each))
    part.toggleAttribute('data-known-part', isKnown)
  }
  const isAboutColours = 'runOnly' in options
  if (isAboutColours && elementsOf.size === 0) return { violations: [], looks: [] }

  const repeated = [...document.querySelectorAll<HTMLElement>('[data-repeats]')].filter(
    (row) => !row.contains(document.activeElement),
  )
  const displays = repeated.map((row) => row.style.display)
  const [left, top] = [scrollX, scrollY]
  for (const row of repeated) row.style.display = 'none'
  const violations: string[] = []
  /** Returns the looks that axe could not judge. */
  const check = async (elements: Element[], rules: RunOptions): Promise<string[]> => {
    for (const element of elements) element.toggleAttribute('data-new-look', true)
    const exclude = ['iframe', '[data-repeats]', '[data-known-part]']
    const context = { exclude, ...(dialog && { include: dialog }) }
    const found = await state.axe.run(context, rules)
    for (const element of elements) element.removeAttribute('data-new-look')
    violations.push(
      ...found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    )
    return found.incomplete
      .filter(({ id }) => id === 'color-contrast')
      .flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element ? [lookOf(element)] : [])))
  }
  try {
    const first = [...elementsOf.values()].map(([element]) => element!)
    // Axe cannot judge a text that is covered, for example by a bar; others of this look are checked then.
    let unclear = await check(first, options)
    const others = unclear.flatMap((look) => elementsOf.get(look)?.slice(1) ?? [])
    if (others.length > 0) {
      const unclearOthers = await check(others, { ...options, runOnly: ['color-contrast'] })
      const judged = others.map(lookOf).filter((look) => !unclearOthers.includes(look))
      unclear = unclear.filter((look) => !judged.includes(look))
    }
    const looks = [...elementsOf.keys()].filter((look) => !unclear.includes(look))
    if (!isAboutColours && !dialog) looks.push(...forms)
    for (const look of looks) state.checkedLooks.add(look)
    return { violations, looks }
  } finally {
    for (const [at, row] of repeated.entries()) row.style.display = displays[at]!
    scrollTo(left, top)
  }
}
