import type { ReactNode } from 'react'
import { formOf } from '#domain/contract/form-of.ts'
import { WhyButton } from '../access/why-button.tsx'
import { seesEverything } from '../api/session-account.ts'
import { useMay } from '../api/use-may.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

export function NoCustomers({ q }: { q: string }): ReactNode {
  const may = useMay()
  if (q) return t('No matches for “{q}”.', { q })
  if (!seesEverything())
    return (
      <>
        <p>{t('You see no customers yet.')}</p>
        <p className="links">
          <WhyButton label={t('What may I do?')} />
        </p>
      </>
    )
  return (
    <>
      <p>{t('No customers yet.')}</p>
      {may('create', 'customer') && (
        <p className="links">
          <Link className="button button-main" to={formOf('customer').route}>
            {t('Add one in the Customer master')}
          </Link>
        </p>
      )}
    </>
  )
}
