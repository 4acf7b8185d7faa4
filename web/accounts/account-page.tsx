import { Suspense, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { nameOfRole, describeRole } from '#domain/access/role-words.ts'
import { formatList } from '#domain/text.ts'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { FactorView, NewDevice, OwnSession } from '#domain/api/accounts/own-account.ts'
import './security/accounts.css'
import { freshAccount } from '../api/accounts.ts'
import { currentSession } from '../api/session.ts'
import type { FeedState } from '#domain/api/visits/calendar-feed.ts'
import { listSessions, readFeed } from './security/own-account-api.ts'
import { listNewDevices, readFactor } from './security/security-api.ts'
import { WhyButton } from '../access/why-button.tsx'
import { LanguageChoice } from '../language/language-choice.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { loadCode } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { ReminderSettings } from './reminders/reminder-settings.tsx'
import { CalendarFeed } from './security/calendar-feed.tsx'
import { ChangePassword } from './security/change-password.tsx'
import { NewDevices } from './security/new-devices.tsx'
import { OwnSessions } from './security/own-sessions.tsx'
import { SecondFactor } from './security/second-factor.tsx'
import { pendingApprovalText } from './pending-approval.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const RequiredFactor = deferredPart(
  async () => (await import('./security/required-factor.tsx')).RequiredFactor,
)

const LocationConsent = deferredPart(
  async () => (await import('./security/location-consent.tsx')).LocationConsent,
)

interface OwnAccount {
  account: OwnAccountView
  factor: FactorView
  /** Null while the account lacks the second factor its role requires, because the server does not answer. */
  details: OwnDetails | null
}

interface OwnDetails {
  sessions: readonly OwnSession[]
  feed: FeedState
  devices: readonly NewDevice[]
  hasDefaultRights: boolean
}

/** Reads the account again on each visit, because its role may have changed. */
async function ownLoader({ request }: LoaderFunctionArgs): Promise<OwnAccount> {
  const { signal } = request
  const readDetails = () =>
    Promise.all([
      listSessions(signal),
      readFeed(signal),
      listNewDevices(signal),
      // Imported lazily: it depends on the whole catalogue, which the page does not need otherwise.
      loadCode(() => import('#domain/access/role-rights.ts')),
    ])
  // They are refused to an account that lacks the second factor its role requires.
  const isRefused = currentSession().account?.access.secondFactor === 'missing'
  const details = isRefused ? null : readDetails()
  details?.catch(() => undefined)
  const [account, factor] = await Promise.all([freshAccount(), readFactor(signal)])
  const { role, access } = account
  if (access.secondFactor === 'missing') return { account, factor, details: null }
  const [sessions, feed, devices, { hasDefaultRights }] = await (details ?? readDetails())
  const isDefault = role !== null && hasDefaultRights(role, access.rights, access.scope)
  return { account, factor, details: { sessions, feed, devices, hasDefaultRights: isDefault } }
}

function AccountPage(): ReactNode {
  const { account, factor, details } = useLoaderData<OwnAccount>()
  const { revalidate } = useRevalidator()
  return details ? (
    <AccountDetails account={account} factor={factor} details={details} />
  ) : (
    <Suspense>
      <RequiredFactor factor={factor} onEnd={() => void revalidate()} />
    </Suspense>
  )
}

function AccountDetails({
  account,
  factor,
  details: { sessions, feed, devices, hasDefaultRights },
}: OwnAccount & { details: OwnDetails }): ReactNode {
  const { username, email, phone, role, status, access, location } = account
  const { revalidate } = useRevalidator()
  const others = access.roles.filter((each) => each !== role)
  return (
    <Page heading={t('My account')} lead={status === 'pending' ? pendingApprovalText() : undefined}>
      <div className="account-page">
        <NewDevices devices={devices} />
        <section className="card stack" aria-label={t('Your details')}>
          <dl className="account-facts">
            <dt>{t('Name')}</dt>
            <dd>{username}</dd>
            <dt>{t('Email')}</dt>
            <dd>{email}</dd>
            <dt>{t('Phone')}</dt>
            <dd>{phone ?? '—'}</dd>
            <dt>{t('Role')}</dt>
            <dd>
              {formatList([role, ...others].map(nameOfRole))}
              {role !== null && (
                <span className="facts-more">
                  {others.length > 0
                    ? t('Has the rights of all these roles.')
                    : describeRole(role, hasDefaultRights)}
                </span>
              )}
            </dd>
          </dl>
          <LanguageChoice />
          <p className="links">
            <WhyButton label={t('What may I do?')} />
            <Link to="/logout">{t('Logout')}</Link>
          </p>
        </section>
        <ChangePassword email={email} />
        <SecondFactor factor={factor} isRequired={access.secondFactor !== undefined} />
        <CalendarFeed feed={feed} />
        {status === 'active' && <ReminderSettings />}
        <OwnSessions sessions={sessions} />
        {status === 'active' && location && (
          <Suspense>
            <LocationConsent consent={location} onChange={revalidate} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

export const accountRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <AccountPage />,
  loader: ownLoader,
}
