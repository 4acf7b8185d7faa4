import type { LanguageCode } from '#domain/messages/languages.ts'
import './fonts.css'
import { letterOfScript } from './letters.ts'

/** Milliseconds after which the text is shown in whatever font there is. */
const maxWait = 3000

/** Loads the faces of the language's script, from the device if it has them, and lets the page use them. */
export async function loadFonts(code: LanguageCode): Promise<void> {
  const letter = letterOfScript[code]
  const { dataset } = document.documentElement
  if (letter === undefined || dataset['fonts'] === code) return
  const faces = ['1em indian-scripts', '600 1em indian-scripts'].map((font) =>
    document.fonts.load(font, letter),
  )
  // A face that cannot be loaded leaves the text in the font of the device.
  await Promise.race([
    Promise.allSettled(faces),
    new Promise((resolve) => {
      setTimeout(resolve, maxWait)
    }),
  ])
  dataset['fonts'] = code
}

/** Lets a page in another script use them for names; they are loaded when a name is shown. */
export function showNamesInFonts(): void {
  document.documentElement.dataset['fonts'] ??= 'names'
}
