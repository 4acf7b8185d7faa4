import { use, useEffect, useEffectEvent, useId, useState, type ContextType, type ReactNode } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { languageNames } from '#domain/messages/language-names.ts'
import { isLanguageCode, languageCodes, type LanguageCode } from '#domain/messages/languages.ts'
import { t } from '#domain/messages/t.ts'
import { useLanguage } from '../messages/language.ts'
import { loadCode } from '../ui/load-code.ts'

type Router = NonNullable<ContextType<typeof DataRouterContext>>['router']

const show = (router: Router | undefined, language: LanguageCode): Promise<boolean> =>
  loadCode(() => import('./start-language.ts')).then(
    ({ chooseLanguage }) => chooseLanguage(router, language),
    () => false,
  )

/** Chooses the language of this browser, and of the account if there is a session. The page keeps what was typed. */
export function LanguageChoice(): ReactNode {
  const id = useId()
  const { wanted, code } = useLanguage()
  const router = use(DataRouterContext)?.router
  const [hasFailed, setFailed] = useState(false)
  const choose = (language: LanguageCode): void => {
    setFailed(false)
    void show(router, language).then((isShown) => setFailed(!isShown))
  }
  // A prerendered page may be used before its code is loaded, and hydration would take the choice back.
  const [early] = useState(
    () =>
      globalThis.document?.querySelector<HTMLOptionElement>(`[id="${id}"] :checked:not([selected])`)?.value,
  )
  const chooseEarly = useEffectEvent(() => {
    if (isLanguageCode(early) && early !== wanted)
      void show(router, early).then((isShown) => setFailed(!isShown))
  })
  useEffect(() => chooseEarly(), [])
  return (
    <div className="links">
      <label htmlFor={id}>{t('Language')}</label>
      <select
        id={id}
        className="control"
        value={wanted}
        onChange={({ target }) => {
          if (isLanguageCode(target.value)) choose(target.value)
        }}
      >
        {languageCodes.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      {hasFailed && wanted !== code && (
        <p role="alert">
          {t('Could not load this language. Check the connection and try again')}{' '}
          <button type="button" className="link" onClick={() => choose(wanted)}>
            {t('Try again')}
          </button>
        </p>
      )}
    </div>
  )
}
