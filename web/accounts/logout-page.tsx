import type { ReactNode } from 'react'
import { redirect, useLoaderData, useNavigate, type RouteObject } from 'react-router'
import { membersOf } from '#domain/input.ts'
import { logOut, ownAccount } from '../api/accounts.ts'
import { removeAllStored } from '../api/drafts/draft-storage.ts'
import { countUnsent, clearTabState, type Unsent } from '../api/drafts/drafts.ts'
import { currentSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { t } from '#domain/messages/t.ts'

async function logOutAndClearDrafts(): Promise<void> {
  await logOut()
  clearTabState()
}

/** Logs out at once, unless this device has drafts that were not sent yet. */
async function loadUnsent(): Promise<Unsent | Response> {
  // Drafts are stored by account, so the account must be loaded before they are counted.
  if (currentSession().token !== null) await ownAccount().catch(() => undefined)
  const unsent = countUnsent()
  if (currentSession().token !== null && unsent.visits + unsent.forms > 0) return unsent
  await logOutAndClearDrafts()
  return redirect('/login')
}

function describeUnsent({ visits, forms }: Unsent): string {
  if (forms === 0)
    return t(
      '{visits, plural, one {# visit is not sent yet.} other {# visits are not sent yet.}} Log out anyway?',
      { visits },
    )
  if (visits === 0)
    return t(
      '{forms, plural, one {# form is not sent yet.} other {# forms are not sent yet.}} Log out anyway?',
      { forms },
    )
  return t(
    '{visits, plural, one {# visit} other {# visits}} and {forms, plural, one {# form} other {# forms}} are not sent yet. Log out anyway?',
    { visits, forms },
  )
}

function LogoutPage(): ReactNode {
  const unsent = useLoaderData<Unsent>()
  const navigate = useNavigate()
  const { isBusy, runOnce } = useBusy()
  const end = (isDeleting: boolean): Promise<void> =>
    runOnce(async () => {
      if (isDeleting) removeAllStored()
      await logOutAndClearDrafts()
      await navigate('/login', { replace: true })
    })
  const stay = (): void => {
    const { idx } = membersOf(history.state)
    void (typeof idx === 'number' && idx > 0 ? navigate(-1) : navigate('/', { replace: true }))
  }
  return (
    <Page heading={t('Logout')} width="narrow" lead={describeUnsent(unsent)}>
      <div className="card stack">
        <p>
          {t(
            'After logging out they stay on this device for up to four weeks. Only you see them again, when you log in here.',
          )}
        </p>
        <div className="form-actions">
          <Button tone="main" onClick={stay}>
            {t('Stay logged in')}
          </Button>
          <Button busy={isBusy} onClick={() => void end(false)}>
            {t('Log out')}
          </Button>
          <Button tone="danger" busy={isBusy} onClick={() => void end(true)}>
            {t('Delete them and log out')}
          </Button>
        </div>
      </div>
    </Page>
  )
}

export const logoutRoute: Pick<RouteObject, 'Component' | 'loader'> = {
  Component: LogoutPage,
  loader: loadUnsent,
}
