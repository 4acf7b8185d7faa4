import type { ReactNode } from 'react'
import { redirect, useLoaderData, useNavigate, type RouteObject } from 'react-router'
import type { AnswerOf } from '#domain/api/endpoint.ts'
import type { endSingleSignOn } from '#domain/api/accounts/single-sign-on.ts'
import { membersOf } from '#domain/input.ts'
import { logOut, ownAccount } from '../api/accounts.ts'
import { request } from '../api/client.ts'
import { removeAllStored } from '../api/drafts/draft-storage.ts'
import { countUnsent, clearTabState, type Unsent } from '../api/drafts/drafts.ts'
import { currentSession } from '../api/session.ts'
// Removes the stored account when the session ends.
import '../api/drafts/stored-account.ts'
import type { UnsentEvents } from '../outbox/unsent-events.ts'
import { Button } from '../ui/button.tsx'
import { loadCode } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { t } from '#domain/messages/t.ts'

/** Returns the page to open then. */
async function logOutAndClear(): Promise<string> {
  // First, because afterwards this device would not know whose customers it holds.
  await loadCode(() => import('../outbox/contact/pull.ts'))
    .then(({ removePack }) => removePack())
    .catch((error: unknown) => console.warn(error))
  // The next account of this browser gets no messages of this one.
  await loadCode(() => import('./reminders/push-subscription.ts'))
    .then(({ unsubscribe }) => unsubscribe())
    .catch((error: unknown) => console.warn(error))
  await logOut()
  await loadCode(() => import('../outbox/offline-log-in.ts'))
    .then(({ removeTraces }) => removeTraces())
    .catch((error: unknown) => console.warn(error))
  clearTabState()
  return (await logOutPage()) ?? '/login'
}

/** The page of the provider where a browser that logged in there logs out. */
async function logOutPage(): Promise<string | null> {
  const none: AnswerOf<typeof endSingleSignOn> = { url: null }
  const end = request<typeof none>('POST', '/api/auth/oidc/logout', { anonymous: true })
  return (await end.catch(() => none)).url
}

interface AllUnsent extends Unsent {
  /** Events of the outbox. */
  events: UnsentEvents
}

const noEvents: UnsentEvents = { visits: 0, others: 0, hasKey: false }

/** Logs out at once, unless this device has drafts or events that were not sent yet. */
async function loadUnsent(): Promise<AllUnsent | Response> {
  // Drafts are stored by account, so the account must be loaded before they are counted.
  if (currentSession().token !== null) await ownAccount().catch(() => undefined)
  const events = await loadCode(() => import('../outbox/unsent-events.ts'))
    .then(({ countUnsentEvents }) => countUnsentEvents())
    .catch(() => noEvents)
  const { visits, forms } = countUnsent()
  // Events are also counted for an account that logged in without a network, which has no token.
  const hasEvents = events.visits + events.others > 0
  if ((currentSession().token !== null || hasEvents) && visits + forms + events.visits + events.others > 0)
    return { visits, forms, events }
  return redirect(await logOutAndClear())
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

/** What becomes of the events, which nothing but their owner can delete. */
function describeEvents({ visits, others, hasKey }: UnsentEvents): string {
  const count = visits + others
  return hasKey
    ? t(
        '{others, plural, =0 {{count, plural, one {# visit is not sent yet. It stays} other {# visits are not sent yet. They stay}}} other {{count, plural, one {# entry is not sent yet. It stays} other {# entries are not sent yet. They stay}}}} on this phone and {count, plural, one {is} other {are}} sent when there is a network.',
        { others, count },
      )
    : t(
        '{others, plural, =0 {{count, plural, one {# visit is not sent yet. It stays} other {# visits are not sent yet. They stay}}} other {{count, plural, one {# entry is not sent yet. It stays} other {# entries are not sent yet. They stay}}}} on this phone and {count, plural, one {is} other {are}} sent when you log in here again.',
        { others, count },
      )
}

function LogoutPage(): ReactNode {
  const { events, ...drafts } = useLoaderData<AllUnsent>()
  const hasDrafts = drafts.visits + drafts.forms > 0
  const hasEvents = events.visits + events.others > 0
  const navigate = useNavigate()
  const { isBusy, runOnce } = useBusy()
  const end = (isDeleting: boolean): Promise<void> =>
    runOnce(async () => {
      if (isDeleting) removeAllStored()
      const next = await logOutAndClear()
      if (next.startsWith('/')) await navigate(next, { replace: true })
      else location.replace(next)
    })
  const stay = (): void => {
    const { idx } = membersOf(history.state)
    void (typeof idx === 'number' && idx > 0 ? navigate(-1) : navigate('/', { replace: true }))
  }
  return (
    <Page
      heading={t('Logout')}
      width="narrow"
      lead={hasDrafts ? describeUnsent(drafts) : t('Log out anyway?')}
    >
      <div className="card stack">
        {hasEvents && <p>{describeEvents(events)}</p>}
        {hasDrafts && (
          <p>
            {t(
              'After logging out they stay on this device for up to four weeks. Only you see them again, when you log in here.',
            )}
          </p>
        )}
        <div className="form-actions">
          <Button tone="main" onClick={stay}>
            {t('Stay logged in')}
          </Button>
          <Button busy={isBusy} onClick={() => void end(false)}>
            {t('Log out')}
          </Button>
          {hasDrafts && (
            <Button tone="danger" busy={isBusy} onClick={() => void end(true)}>
              {hasEvents ? t('Delete the drafts and log out') : t('Delete them and log out')}
            </Button>
          )}
        </div>
      </div>
    </Page>
  )
}

export const logoutRoute: Pick<RouteObject, 'Component' | 'loader'> = {
  Component: LogoutPage,
  loader: loadUnsent,
}
