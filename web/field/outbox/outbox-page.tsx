import { useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { SlipFacts } from '#domain/advice/slip.ts'
import { formatInstant, wallClock } from '#domain/dates/moments.ts'
import { isOutboxRead, useOutbox, type OutboxEntry } from '../../outbox/outbox.ts'
import { usePack, type Pack } from '../../outbox/pack.ts'
import { syncNow, useSyncState } from '../../outbox/sync.ts'
import { slipFactsOf } from '../../slip/event-slip.ts'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { phonePicture } from '../../ui/empty-pictures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { FieldPage } from '../field-page.tsx'
import { isNewCustomer } from '../use-field-customer.ts'
import { slipPath } from './entry-words.ts'
import { EntryCard } from './entry-card.tsx'
import { ProposalList } from './proposal-list.tsx'
import '../../ui/badges.css'
import { t } from '#domain/messages/t.ts'

const SlipDialog = deferredDialog(async () => (await import('../../slip/slip-dialog.tsx')).SlipDialog)

/** Everything that was recorded on this phone, and what became of it. Problems of sending are in the sync strip. */
export function OutboxPage(): ReactNode {
  const entries = useOutbox()
  const pack = usePack()
  const state = useSyncState()
  const { isSyncing } = state
  const groups: readonly [heading: string, entries: OutboxEntry[]][] = [
    [t('Needs you'), entries.filter((entry) => entry.state === 'refused')],
    [t('Waiting'), entries.filter((entry) => entry.state === 'waiting' || entry.state === 'sending')],
    [t('Sent'), entries.filter((entry) => entry.state === 'sent')],
  ]
  const nameOf = useNames(entries, pack)
  const navigate = useNavigate()
  const slipOf = (entry: OutboxEntry): SlipFacts | undefined => {
    const { customer } = entry.event
    return slipFactsOf({
      ...entry,
      name: nameOf(entry),
      customer: pack.customers.find(({ id }) => customer && 'id' in customer && id === customer.id),
      masters: pack.masters,
      timeZone: pack.timeZone,
    })
  }
  const openedId = useSearchParams().get('slip')
  const opened = entries.find(({ event }) => event.id === openedId)
  const slip = opened && slipOf(opened)
  return (
    <FieldPage
      heading={t('Outbox')}
      lead={state.isOfflineSession ? undefined : holdingText(pack)}
      worksWithoutPack
    >
      {state.isOfflineSession && !state.isOnline && (
        <p className="field-note">
          {t(
            'You logged in without a network. Your customers are downloaded when you log in with one; what you record is kept here.',
          )}
        </p>
      )}
      <p className="links">
        <Button tone="main" busy={isSyncing} onClick={() => void syncNow()}>
          {isSyncing ? t('Sending…') : t('Send now')}
        </Button>
        {state.isOfflineSession && (
          <>
            <Link className="button button-plain" to="/record/new">
              {t('New customer')}
            </Link>
            <Link className="button button-plain" to="/logout">
              {t('Log out')}
            </Link>
          </>
        )}
      </p>
      {isOutboxRead(entries) && entries.length === 0 && (
        <EmptyState picture={phonePicture}>
          {t('Nothing was recorded on this phone in the last 7 days.')}
        </EmptyState>
      )}
      {groups.map(
        ([heading, members]) =>
          members.length > 0 && (
            <section key={heading} aria-label={heading}>
              <h2>{t('{heading} ({count, number})', { heading, count: members.length })}</h2>
              <ul className="field-list">
                {members.map((entry) => (
                  <EntryCard
                    key={entry.event.id}
                    entry={entry}
                    name={nameOf(entry)}
                    timeZone={pack.timeZone}
                    slipPath={slipOf(entry) && slipPath(entry.event)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      <ProposalList entries={entries} pack={pack} />
      {slip && <SlipDialog facts={slip} onClose={() => void navigate('/outbox', { replace: true })} />}
    </FieldPage>
  )
}

/** "1,204 customers on this phone, as of 10:42." */
function holdingText({ customers, syncedAt, timeZone, today }: Pack): string {
  if (syncedAt === null) return t('This phone holds no customers yet.')
  const { day, time } = wallClock(new Date(syncedAt), timeZone)
  return t('{count, plural, one {# customer} other {# customers}} on this phone, as of {moment}.', {
    count: customers.length,
    moment: day === today ? time.slice(0, 5) : formatInstant(syncedAt, timeZone),
  })
}

/** The customer of an entry, by the pack or by the proposal it refers to. */
function useNames(entries: readonly OutboxEntry[], { customers }: Pack): (entry: OutboxEntry) => string {
  return useMemo(() => {
    const names = new Map(customers.map(({ id, name }) => [id, name]))
    for (const { event } of entries)
      if (isNewCustomer(event)) names.set(event.id, event.values.values['Customer_Name'] ?? '')
    return ({ event, name }) => {
      if (isNewCustomer(event)) return names.get(event.id) ?? ''
      const { customer } = event
      const id = customer && ('id' in customer ? customer.id : customer.proposedBy)
      return (id && names.get(id)) ?? name ?? t('A customer that is not on this phone')
    }
  }, [entries, customers])
}
