import { guardedPages } from '#domain/screens/pages.ts'
import type { Page } from '@playwright/test'
import { expect, navigateInApp, test } from './fixtures.ts'
import { isLikeOtherForms } from './kinds-of-forms.ts'

const screens = guardedPages.filter((path) => path !== '/logout' && !isLikeOtherForms(path))

/** Loads the app in a language that has every message in brackets. */
async function usePseudoLanguage(page: Page): Promise<{ isUsed: () => boolean }> {
  let isUsed = false
  await page.setExtraHTTPHeaders({ 'accept-language': 'gu' })
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    const changed = code.replace('translations:{}', 'translations:new Proxy({},{get:(_,text)=>`⟦${text}⟧`})')
    isUsed ||= changed !== code
    await route.fulfill({ response, body: changed })
  })
  return { isUsed: () => isUsed }
}

/** The texts on the screen, and those that a screen reader says, that have words outside of the brackets. */
const textsOutsideOfMessages = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text) {
        const parent = node.parentElement!
        if (parent.checkVisibility() && !parent.closest('script, style')) texts.push(node.data)
      } else if (node instanceof Element)
        for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
          texts.push(node.getAttribute(name) ?? '')
    // A message with elements in it consists of several texts, so they are read together.
    let rest = texts.join('\n')
    for (let before = ''; before !== rest;) {
      before = rest
      rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
    }
    return [...new Set(rest.split('\n').map((text) => text.trim()))].filter((text) => /\p{L}{2}/u.test(text))
  })

/** The name of the product and of the browser, the format of dates, codes, and what the browser formats by itself. */
const isNoMessage =
  /^(?:AgriDesk|Playwright|[A-Z]+\d+|dd\/mm\/yyyy|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*(?: [\d/]+)?|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}|\d[\d –]*[A-Z][a-z]{2,3}[\w –]* \d{4})$/

/** All texts in the answers of the server, which are checked with its routes. */
function collectAnswers(page: Page): Set<string> {
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value.trim())
    else if (value && typeof value === 'object') Object.values(value).forEach(collect)
  }
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      collect(await response.json().catch(() => undefined))
  })
  return texts
}

test.describe('messages', () => {
  test.use({ isFresh: true })

  test(
    'has no text on any screen that is not a message',
    { tag: '@desktop' },
    async ({ page, asFirstUser: _, expectedErrors }) => {
      // The page was prerendered in English.
      expectedErrors.push(/hydrat|Minified React error #(418|423|425)/i)
      const answers = collectAnswers(page)
      const language = await usePseudoLanguage(page)
      await page.goto('/get')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(language.isUsed()).toBe(true)
      // The other scripts have no translations.
      await page.unrouteAll({ behavior: 'wait' })
      const found: Record<string, string[]> = {}
      for (const path of screens) {
        await navigateInApp(page, path)
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        const texts = await textsOutsideOfMessages(page)
        const others = texts.filter((text) => !isNoMessage.test(text) && !answers.has(text))
        if (others.length > 0) found[path] = others
      }
      expect(found).toEqual({})
    },
  )
})
