import { localeAndScriptOf } from '#domain/messages/language-names.ts'
import type { LanguageCode } from '#domain/messages/languages.ts'
import { setLanguage } from '#domain/messages/t.ts'
import { currentReader, languageKey, setReader } from '../messages/language.ts'
import { loadCode } from '../ui/load-code.ts'

type Translations = Readonly<Record<string, string>>
type Load = () => Promise<{ translations: Translations }>

// One file for each language and area, made of translations/*.json by scripts/build/translation-modules.ts.
const parts: Readonly<Partial<Record<LanguageCode, Readonly<Record<'field' | 'office', Load>>>>> = {
  hi: { field: () => import('translations:hi-field'), office: () => import('translations:hi-office') },
  gu: { field: () => import('translations:gu-field'), office: () => import('translations:gu-office') },
  mr: { field: () => import('translations:mr-field'), office: () => import('translations:mr-office') },
}

/** The screens whose messages are all in the field part; see scripts/translations/areas.ts. */
const fieldPaths =
  /^\/(?:(?:about|account|calendar|contact|customers|field|find|get|invite|login|logout|near|outbox|record|register|reset|round|services|today|visitentry|visits)(?:\/|$)|$)/i
let needsOffice = false
let attempts = 0

/** Loads the translations of the wanted language, and returns what shows them; they may load a while longer. */
export async function loadLanguage(): Promise<() => void> {
  const { wanted: code } = currentReader()
  const attempt = ++attempts
  needsOffice ||= !fieldPaths.test(location.pathname)
  const { field, office } = parts[code] ?? {}
  const loads = [field, needsOffice ? office : undefined].filter((load) => load !== undefined)
  const fonts = loadFonts(code)
  try {
    const loaded = await Promise.all(loads.map((load) => loadCode(load)))
    // A page that was sent in the language waits for them by itself (web/first-fonts.js).
    if (document.documentElement.lang !== code) await fonts
    return () => {
      // Another language may have been chosen meanwhile.
      if (attempt !== attempts) return
      const language = {
        ...localeAndScriptOf(code),
        translations: Object.assign({}, ...loaded.map((part) => part.translations)),
      }
      setLanguage(() => language)
      document.documentElement.lang = code
      setReader({ code })
    }
  } catch {
    // The messages stay as they are, in English at first.
    addEventListener('online', () => void showWanted(), { once: true })
    return () => undefined
  }
}

/** Without their code, the text stays in the fonts of the device. */
const loadFonts = (code: LanguageCode): Promise<void> =>
  loadCode(() => import('./load-fonts.ts')).then(
    (fonts) => fonts.loadFonts(code),
    () => undefined,
  )

/** Whether the messages are in the wanted language now. */
export async function showWanted(): Promise<boolean> {
  const show = await loadLanguage()
  show()
  return currentReader().code === currentReader().wanted
}

/** Pages are sent in it from the next one on. */
function tellServer(code: LanguageCode): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${languageKey}=${code}; path=/; max-age=31536000; samesite=lax${secure}`
}

/** Makes a language that of this browser. False when its translations could not be loaded. */
export function chooseLanguage(code: LanguageCode): Promise<boolean> {
  try {
    localStorage.setItem(languageKey, code)
    tellServer(code)
  } catch {
    // Without storage the choice lasts as long as the page is open.
  }
  setReader({ wanted: code })
  return showWanted()
}

/** Called with the path of each page that is opened: those of the office have more messages. */
export function showForPath(path: string): void {
  if (needsOffice || fieldPaths.test(path)) return
  needsOffice = true
  void showWanted()
}
