import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

export type Catalogue = Readonly<Record<string, string>>

export const catalogueOf = (code: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`../translations/${code}.json`, import.meta.url), 'utf8')) as Catalogue

/** Texts on the page that are messages with a translation, and therefore should not be English; not those of `values`. */
export const englishTexts = (page: Page, catalogue: Catalogue, values = 'script'): Promise<string[]> =>
  page.evaluate(
    ([known, except]) => {
      const elements = [...document.querySelectorAll('body *')].filter((element) => !element.closest(except))
      const texts = elements.flatMap((element) => [
        ...(element.checkVisibility()
          ? [...element.childNodes]
              .filter((node) => node.nodeType === 3)
              .map((node) => node.textContent ?? '')
          : []),
        element.getAttribute('aria-label') ?? '',
        element.getAttribute('placeholder') ?? '',
      ])
      return [...new Set(texts.map((text) => text.trim()))].filter(
        (text) => /[a-z]{3}/.test(text) && Object.hasOwn(known, text) && known[text] !== text,
      )
    },
    [catalogue, values] as const,
  )
