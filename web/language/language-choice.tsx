import { use, useId, useState, type ReactNode } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { languageNames } from '#domain/messages/language-names.ts'
import { isLanguageCode, languageCodes, type LanguageCode } from '#domain/messages/languages.ts'
import { t } from '#domain/messages/t.ts'
import { useLanguage } from '../messages/language.ts'
import { loadCode } from '../ui/load-code.ts'

/** Chooses the language of this browser, and of the account if there is a session. The page keeps what was typed. */
export function LanguageChoice(): ReactNode {
  const id = useId()
  const { wanted, code } = useLanguage()
  const router = use(DataRouterContext)?.router
  const [hasFailed, setFailed] = useState(false)
  const choose = async (language: LanguageCode): Promise<void> => {
    setFailed(false)
    const isShown = await loadCode(() => import('./start-language.ts')).then(
      ({ chooseLanguage }) => chooseLanguage(router, language),
      () => false,
    )
    setFailed(!isShown)
  }
  return (
    <div className="links">
      <label htmlFor={id}>{t('Language')}</label>
      <select
        id={id}
        className="control"
        value={wanted}
        onChange={({ target }) => {
          if (isLanguageCode(target.value)) void choose(target.value)
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
          <button type="button" className="link" onClick={() => void choose(wanted)}>
            {t('Try again')}
          </button>
        </p>
      )}
    </div>
  )
}
