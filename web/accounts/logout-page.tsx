import { useState, type ReactNode } from 'react'
import { redirect, useLoaderData, useNavigate, type RouteObject } from 'react-router'
import { logOut, ownAccount } from '../api/accounts.ts'
import { removeAllStored } from '../api/draft-storage.ts'
import { countUnsent, forgetTabDrafts, type Unsent } from '../api/drafts.ts'
import { currentSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

async function leave(): Promise<void> {
  await logOut()
  forgetTabDrafts()
}

/** Logs out at once, unless something typed on this device was not sent yet. */
async function loadUnsent(): Promise<Unsent | Response> {
  // Whose drafts count is known only by the account.
  if (currentSession().token !== null) await ownAccount().catch(() => undefined)
  const unsent = countUnsent()
  if (currentSession().token !== null && unsent.visits + unsent.forms > 0) return unsent
  await leave()
  return redirect('/login')
}

const count = (amount: number, word: string): string[] =>
  amount === 0 ? [] : [`${amount} ${amount === 1 ? word : `${word}s`}`]

function inWords({ visits, forms }: Unsent): string {
  const words = [...count(visits, 'visit'), ...count(forms, 'form')].join(' and ')
  return `${words} ${visits + forms === 1 ? 'is' : 'are'} not sent yet. Log out anyway?`
}

function LogoutPage(): ReactNode {
  const unsent = useLoaderData<Unsent>()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const end = async (isDeleting: boolean): Promise<void> => {
    setBusy(true)
    if (isDeleting) removeAllStored()
    await leave()
    await navigate('/login', { replace: true })
  }
  const stay = (): void => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    void (idx > 0 ? navigate(-1) : navigate('/', { replace: true }))
  }
  return (
    <Page heading="Logout" width="narrow" lead={inWords(unsent)}>
      <div className="card stack">
        <p>
          After logging out they stay on this device for up to four weeks. They are shown again when you log
          in here, and to nobody else.
        </p>
        <div className="form-actions">
          <Button tone="main" onClick={stay}>
            Stay logged in
          </Button>
          <Button busy={isBusy} onClick={() => void end(false)}>
            Log out
          </Button>
          <Button tone="danger" busy={isBusy} onClick={() => void end(true)}>
            Delete them and log out
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
