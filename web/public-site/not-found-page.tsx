import type { ReactNode } from 'react'
import { pageMessages } from '#domain/contract/site-messages.ts'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

export function NotFoundPage(): ReactNode {
  return (
    <Page
      heading={t(pageMessages.notFound)}
      width="narrow"
      lead={t('The URL may be wrong, or the page has moved.')}
    >
      <p className="links">
        <Link className="button button-main" to="/">
          {t(pageMessages.returnHome)}
        </Link>
        <Link className="button button-plain" to="/contact">
          {t(pageMessages.reportProblem)}
        </Link>
      </p>
    </Page>
  )
}
