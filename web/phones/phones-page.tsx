import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { Phone } from '#domain/api/field/phones.ts'
import { useMay } from '../api/use-may.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import '../styles/records.css'
import '../ui/badges.css'
import './phones.css'
import { Button } from '../ui/button.tsx'
import { deviceLabel } from '../ui/device-label.ts'
import { DeferredConfirmDialog } from '../ui/deferred-confirm-dialog.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { listPhones, revokePhone } from './phones-api.ts'
import { t } from '#domain/messages/t.ts'

const dayLength = 86_400_000
/** A phone that has not synced for this many days stands out. */
const daysUsual = 2
/** As for events: a clock that is off by more is said to the owner of the phone. */
const offsetUsual = 5 * 60_000

const daysSince = (at: string): number => Math.floor((Date.now() - Date.parse(at)) / dayLength)

const nameOf = ({ account, label }: Phone): string => account?.username ?? deviceLabel(label)

/** "12 minutes ahead"; empty if it is right. */
function describeClock({ clockOffset }: Phone): string {
  const minutes = Math.round(Math.abs(clockOffset) / 60_000)
  if (Math.abs(clockOffset) <= offsetUsual) return ''
  return clockOffset < 0
    ? t('{minutes, plural, one {# minute ahead} other {# minutes ahead}}', { minutes })
    : t('{minutes, plural, one {# minute behind} other {# minutes behind}}', { minutes })
}

function LastSync({ phone: { syncedAt, revokedAt } }: { phone: Phone }): ReactNode {
  if (syncedAt === null) return <span className="badge badge-pending">{t('Never')}</span>
  const days = daysSince(syncedAt)
  return (
    <span className="phone-sync">
      <Moment at={syncedAt} />{' '}
      {days >= daysUsual && revokedAt === null && (
        <span className="badge badge-pending">
          {t('{days, plural, one {# day ago} other {# days ago}}', { days })}
        </span>
      )}
    </span>
  )
}

const columns = (): Column<Phone>[] => [
  {
    label: t('User'),
    kind: 'name',
    cell: ({ account }) =>
      account === null
        ? t('Account deleted')
        : account.isDisabled
          ? t('{name} (disabled)', { name: account.username })
          : account.username,
  },
  { label: t('Phone'), cell: ({ label }) => deviceLabel(label) },
  { label: t('Last sync'), cell: (phone) => <LastSync phone={phone} /> },
  { label: t('Last contact'), cell: ({ lastAt }) => <Moment at={lastAt} /> },
  {
    label: t('Unsent then'),
    kind: 'number',
    cell: ({ waiting }) =>
      waiting > 0 ? (
        <span className="badge badge-pending">{t('{waiting, number}', { waiting })}</span>
      ) : (
        t('{waiting, number}', { waiting })
      ),
  },
  { label: t('Clock'), cell: (phone) => describeClock(phone) || t('Right') },
  { label: t('App'), cell: ({ app }) => app ?? '' },
]

const revokeColumn = (open: (phone: Phone) => void): Column<Phone> => ({
  label: t('Revoke'),
  kind: 'actions',
  cell: (phone) =>
    phone.revokedAt !== null ? (
      t('Revoked by {name}', { name: phone.revokedBy ?? '' })
    ) : (
      <Button
        tone="danger"
        aria-label={t('Revoke the phone of {name}', { name: nameOf(phone) })}
        onClick={() => open(phone)}
      >
        {t('Revoke')}
      </Button>
    ),
})

/** The phones of the field app, those without a sync for the longest time first. */
function PhonesPage(): ReactNode {
  const phones = useLoaderData<Phone[]>()
  const { revalidate } = useRevalidator()
  const may = useMay()
  const [phoneToRevoke, setPhoneToRevoke] = useState<Phone | null>(null)
  const inUse = phones.filter(({ revokedAt }) => revokedAt === null)
  const silent = inUse.filter(({ syncedAt }) => syncedAt === null || daysSince(syncedAt) >= daysUsual).length
  const waiting = inUse.reduce((sum, phone) => sum + phone.waiting, 0)
  return (
    <Page
      heading={t('Phones')}
      lead={t(
        'The phones of the field app. What a phone holds unsent is known from its last contact; it is sent when the phone has a network again.',
      )}
    >
      <ListScreen
        label={t('Phones')}
        count={
          phones.length > 0 &&
          t(
            '{phones, plural, one {# phone} other {# phones}}, {silent, number} without a sync for {days, number} days, {waiting, plural, one {# event unsent} other {# events unsent}}',
            { phones: inUse.length, silent, days: daysUsual, waiting },
          )
        }
        page={{ items: phones }}
        table={{
          columns: may('update', 'account') ? [...columns(), revokeColumn(setPhoneToRevoke)] : columns(),
          keyOf: ({ id }) => id,
        }}
        empty={t('No phones yet. A phone is listed when a user first opens the field app on it.')}
      />
      {phoneToRevoke && (
        <RevokePhone
          phone={phoneToRevoke}
          onClose={() => setPhoneToRevoke(null)}
          onDone={() => {
            setPhoneToRevoke(null)
            notify({
              tone: 'good',
              text: t('The phone of {name} is revoked', { name: nameOf(phoneToRevoke) }),
            })
            void revalidate().then(focusNoticeIfLost)
          }}
        />
      )}
    </Page>
  )
}

interface RevokeProps {
  phone: Phone
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation, because it cannot be undone, and says what becomes of unsent events. */
const RevokePhone = ({ phone, onClose, onDone }: RevokeProps): ReactNode => (
  <DeferredConfirmDialog
    heading={t('Revoke the phone of {name}?', { name: nameOf(phone) })}
    action={t('Revoke phone')}
    tone="danger"
    send={() => revokePhone(phone)}
    failure={t('The phone of {name} was not revoked', { name: nameOf(phone) })}
    onDone={onDone}
    onClose={onClose}
  >
    <p>
      {t(
        'It gets no more data, nothing is accepted with its key from now on, and the user is logged out everywhere. This cannot be undone; the user can log in again and use another phone.',
      )}
    </p>
    <p>
      {phone.waiting > 0
        ? t(
            '{waiting, plural, one {# event was unsent at the last contact. It stays on the phone, and its user can hand it in after logging in there.} other {# events were unsent at the last contact. They stay on the phone, and their user can hand them in after logging in there.}}',
            { waiting: phone.waiting },
          )
        : t(
            'Nothing was unsent at the last contact. Events recorded since then stay on the phone, and their user can hand them in after logging in there.',
          )}
    </p>
    <p>{t('If someone else may know the password of the user, reset it as well.')}</p>
  </DeferredConfirmDialog>
)

export const phonesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <PhonesPage />,
  loader: ({ request: { signal } }: LoaderFunctionArgs): Promise<Phone[]> => listPhones(signal),
}
