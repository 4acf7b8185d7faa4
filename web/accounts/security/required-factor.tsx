import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { FactorView } from '#domain/api/accounts/own-account.ts'
import { freshAccount } from '../../api/accounts.ts'
import { sameSitePath } from '../../api/same-site-path.ts'
import { LanguageChoice } from '../../language/language-choice.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { SecondFactor } from './second-factor.tsx'
import { t } from '#domain/messages/t.ts'

/** The account page of an account that lacks the second factor its role requires: the server answers nothing else. */
export function RequiredFactor({
  factor,
  onEnd,
}: {
  factor: FactorView
  /** Called when the second factor is on and no page was asked for. */
  onEnd: () => void
}): ReactNode {
  const query = useSearchParams()
  const navigate = useNavigate()
  return (
    <Page
      heading={t('My account')}
      width="narrow"
      lead={t('Your role requires a second factor. Switch it on to continue.')}
    >
      <SecondFactor
        factor={factor}
        isRequired
        onEnrolled={async () => {
          await freshAccount()
          if (query.has('to'))
            await navigate(sameSitePath(query.get('to'), location.origin), { replace: true })
          else onEnd()
        }}
      />
      <div className="form-actions">
        <LanguageChoice />
      </div>
      <p className="links">
        <Link to="/logout">{t('Logout')}</Link>
      </p>
    </Page>
  )
}
