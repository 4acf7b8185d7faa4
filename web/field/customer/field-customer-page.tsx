import { useEffect, useMemo, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { formatBalance } from '#domain/balances/balance.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { formatInstant, wallClock } from '#domain/dates/moments.ts'
import { useOutbox } from '../../outbox/outbox.ts'
import { usePack } from '../../outbox/pack.ts'
import { saveRecent } from '../../search/recent.ts'
import { OwnScript } from '../../language/own-script.tsx'
import { Facts } from '../../visits/facts.tsx'
import '../../visits/visits.css'
import { CustomerActions } from '../customer-actions.tsx'
import {
  addressOf,
  cityOf,
  dueOf,
  formatDue,
  masterName,
  nameOf,
  pagePath,
  type FieldCustomer,
} from '../field-customer.ts'
import { FieldPage } from '../field-page.tsx'
import { MissingCustomer } from '../missing-customer.tsx'
import { EntryCard } from '../outbox/entry-card.tsx'
import { useFieldClock } from '../use-field-clock.ts'
import { useFieldCustomer } from '../use-field-customer.ts'
import { LicenceBadges } from '../../customers/licences/licence-badge.tsx'
import { CustomerChanges } from './customer-changes.tsx'
import '../../ui/badges.css'
import { expiringLicences } from '#domain/licences/licences.ts'
import { readableName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

/** What the phone holds of a customer. */
export function FieldCustomerPage(): ReactNode {
  const { id = '' } = useParams()
  const { customer, proposal, isLoading } = useFieldCustomer(id)
  if (!customer) return <MissingCustomer heading={t('Customer')} proposal={proposal} isLoading={isLoading} />
  return <CustomerContent key={id} customer={customer} />
}

function CustomerContent({ customer }: { customer: FieldCustomer }): ReactNode {
  const { syncedAt, timeZone, masters } = usePack()
  const clock = useFieldClock()
  const { code, localName = '', plan, balance, soil, visitInDays, lastVisited } = customer
  const [name, city] = [nameOf(customer), cityOf(customer)]
  const shown = masterName(masters)
  useEffect(() => saveRecent({ label: name, hint: city, to: pagePath(customer) }), [customer, name, city])
  const pending = usePending(customer)
  const due = dueOf(customer, clock)
  const facts: [string, ReactNode][] = [
    // In the heading, where the reader's language is written in its script.
    [
      t('Local Name'),
      localName && readableName(localName) === null ? <OwnScript key="name">{localName}</OwnScript> : '',
    ],
    [t('Due'), due.state === 'never' ? '' : formatDue(due, clock.today)],
    [t('Last Visited'), lastVisited ? formatDate(lastVisited) : t('Never visited')],
    [t('Balance'), balance ? formatBalance(balance, formatDate) : ''],
    [t('Phone'), customer.phone],
    [t('Address'), addressOf(customer)],
    [t('Visit In Days'), visitInDays > 0 ? visitInDays : ''],
    [t('Soil Name'), shown(soil)],
    [t('Customer Code'), code],
  ]
  return (
    <FieldPage
      heading={name}
      worksWithoutPack
      lead={
        syncedAt === null
          ? undefined
          : t('As of {moment}, with what you recorded since.', { moment: formatInstant(syncedAt, timeZone) })
      }
    >
      {plan && (
        <p className="visit-planned">
          {plan.remarks
            ? t('Planned for {moment}: {remarks}', {
                moment: formatInstant(plan.at, timeZone),
                remarks: plan.remarks,
              })
            : t('Planned for {moment}', { moment: formatInstant(plan.at, timeZone) })}
        </p>
      )}
      {expiringLicences(customer.licences ?? [], clock.today).length > 0 && (
        <p>
          <LicenceBadges licences={customer.licences} today={clock.today} />
        </p>
      )}
      <CustomerActions customer={customer} isLarge />
      <Facts lines={facts.filter(([, value]) => value !== '')} />
      {pending.length > 0 && (
        <section aria-labelledby="pending">
          <h2 id="pending">{t('Recorded on this phone')}</h2>
          <ul className="field-list">
            {pending.map((entry) => (
              <EntryCard key={entry.event.id} entry={entry} name={name} timeZone={timeZone} />
            ))}
          </ul>
        </section>
      )}
      <LastVisits customer={customer} timeZone={timeZone} shown={shown} />
      <CustomerChanges customer={customer} clock={clock} />
    </FieldPage>
  )
}

/** The events about the customer that are not sent, or were sent after the last download. */
function usePending({ id }: FieldCustomer): ReturnType<typeof useOutbox> {
  const entries = useOutbox()
  return useMemo(
    () =>
      entries.filter(({ event: { kind, customer }, state }) => {
        const about = customer && ('id' in customer ? customer.id : customer.proposedBy)
        return about === id && state !== 'sent' && kind !== 'photo'
      }),
    [entries, id],
  )
}

interface LastVisitsProps {
  customer: FieldCustomer
  timeZone: string
  shown: (name: string) => string
}

function LastVisits({ customer, timeZone, shown }: LastVisitsProps): ReactNode {
  const { visits = [] } = customer
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">{t('Last visits')}</h2>
      {visits.length === 0 && <p>{t('No visits yet.')}</p>}
      <ol className="field-visits">
        {visits.map((visit) => {
          const lines = [
            visit.group && t('Group visit: {title}', { title: visit.group }),
            visit.feedback,
            visit.crops.length > 0 &&
              t('Crops advised: {names}', { names: visit.crops.map(shown).join(', ') }),
            visit.materials.length > 0 &&
              t('Materials advised: {names}', { names: visit.materials.map(shown).join(', ') }),
            visit.next &&
              t('Next visit suggested: {date}', {
                date: formatDate(wallClock(new Date(visit.next), timeZone).day),
              }),
          ]
          return (
            <li key={visit.Visit_ID}>
              <h3>
                {visit.by
                  ? t('{date}, {person}', { date: formatDate(visit.on), person: visit.by })
                  : formatDate(visit.on)}{' '}
                {visit.contactMode === 'by phone' && <span className="badge">{t('by phone')}</span>}
              </h3>
              {lines.map((line) => line && <p key={line}>{line}</p>)}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
