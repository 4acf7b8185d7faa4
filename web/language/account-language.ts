import type { LanguageCode } from '#domain/messages/languages.ts'
import { currentReader } from '../messages/language.ts'
import { currentSession, onSessionChange, viewedAs } from '../api/session.ts'
import { readStored } from '../messages/read-stored.ts'
import { loadCode } from '../ui/load-code.ts'
import { chooseLanguage } from './load-language.ts'

/** The language chosen on this device that the account does not have yet: chosen before the log-in, or without a network. */
const unsavedKey = 'unsaved language'

function setUnsaved(code: LanguageCode | null): void {
  try {
    if (code === null) localStorage.removeItem(unsavedKey)
    else localStorage.setItem(unsavedKey, code)
  } catch {
    // Without storage the account keeps its language.
  }
}

/** The choice follows the account to other devices. */
export function keepChoice(code: LanguageCode): void {
  setUnsaved(code)
  followAccount()
}

function followAccount(): void {
  const { account } = currentSession()
  if (!account || viewedAs() !== null) return
  const { wanted } = currentReader()
  if (account.language === wanted) setUnsaved(null)
  else if (readStored('localStorage', unsavedKey) === wanted) void save(wanted)
  else if (account.language) void chooseLanguage(account.language)
}

let saving: LanguageCode | undefined

async function save(code: LanguageCode): Promise<void> {
  if (saving === code) return
  saving = code
  try {
    const { saveLanguage } = await loadCode(() => import('./save-language.ts'))
    await saveLanguage(code)
  } catch (error) {
    console.warn('The account does not have the chosen language yet', error)
  }
  saving = undefined
}

onSessionChange(followAccount)
followAccount()
