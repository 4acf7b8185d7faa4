import type { LanguageCode } from '#domain/messages/languages.ts'
import './fonts.css'

/** A letter of the script of each language, by which the browser finds the face. */
const letters: Readonly<Partial<Record<LanguageCode, string>>> = { hi: 'ह', gu: 'ગ', mr: 'ह' }

/** Loads the faces of the language's script, from the device if it has them, and lets the page use them. */
export async function loadFonts(code: LanguageCode): Promise<void> {
  const letter = letters[code]
  const { dataset } = document.documentElement
  if (letter === undefined || dataset['fonts'] === code) return
  const faces = ['1em indian-scripts', '600 1em indian-scripts'].map((font) =>
    document.fonts.load(font, letter),
  )
  // A face that cannot be loaded leaves the text in the font of the device.
  await Promise.allSettled(faces)
  dataset['fonts'] = code
}
