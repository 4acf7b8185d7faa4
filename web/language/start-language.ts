import type { LanguageCode } from '#domain/messages/languages.ts'
import { currentReader, onReaderChange } from '../messages/language.ts'
import { keepChoice } from './account-language.ts'
import * as load from './load-language.ts'

/** Milliseconds after which a page that is not prerendered is shown in English first. */
const maxWait = 3000

interface RouterState {
  location: { pathname: string }
  navigation: { location?: { pathname: string } | undefined }
}
interface Router {
  subscribe: (listener: (state: RouterState) => void) => unknown
  revalidate: () => Promise<void>
}

let isFollowing = false

/** With another page there may be more messages to load, and with another language the answers of the server. */
function follow(router: Router | undefined): void {
  if (isFollowing || !router) return
  isFollowing = true
  router.subscribe(({ location, navigation }) => load.showForPath((navigation.location ?? location).pathname))
  let { code } = currentReader()
  onReaderChange(() => {
    const changed = currentReader().code
    if (code === changed) return
    code = changed
    void router.revalidate()
  })
}

/** Loads the translations for the first page; what it returns shows them, as soon as they are loaded. */
export function startLanguage(router: Router): Promise<() => void> {
  follow(router)
  const loading = load.loadLanguage()
  const showLater = (): void => void loading.then((show) => show())
  return Promise.race([
    loading,
    new Promise<() => void>((resolve) => setTimeout(resolve, maxWait, showLater)),
  ])
}

export function chooseLanguage(router: Router | undefined, code: LanguageCode): Promise<boolean> {
  follow(router)
  const shown = load.chooseLanguage(code)
  keepChoice(code)
  return shown
}
