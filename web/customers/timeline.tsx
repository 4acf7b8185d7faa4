import { Suspense, useState, type ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import type { CustomerPage, Timeline as Visits, TimelineVisit } from '#domain/api/visits/customer-page.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { Names } from '#domain/lists/names.ts'
import { formatList } from '#domain/text.ts'
import { loadMoreVisits } from './customers-api.ts'
import { RecordPart } from '../records/record-part.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useQuery } from '../ui/use-query.ts'
import {
  badgesOf,
  formatMoment,
  pointLink,
  formatVisitDate,
  withResults,
  type VisitWithResults,
} from './customer-format.ts'
import { Photo } from './photo.tsx'
import { optionalComponent } from '../ui/load-code.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { shownSeason } from '#domain/visits/season-window.ts'
import { formatRupees } from '#domain/money.ts'
import { PromiseLine } from './promise-line.tsx'
import { t } from '#domain/messages/t.ts'

const AdviceDetails = optionalComponent(
  async () => (await import('../slip/advice-details.tsx')).AdviceDetails,
)

/** Visits of the customer, newest first, with the results of the advice. */
export function Timeline({
  content,
  visits: first,
}: Readonly<{ content: CustomerPage; visits: Visits }>): ReactNode {
  // Further pages belong to the first page they were loaded after.
  const [nextPage, setNextPage] = useState<{ first: Visits; after: string } | null>(null)
  const after = nextPage?.first === first ? nextPage.after : null
  const query = useQuery<Visits & { first: Visits }>(
    [first, after],
    async (signal, loaded) => {
      const page = await loadMoreVisits(content.plan.Customer_Code, after!, signal)
      const before = loaded?.first === first ? loaded.items : first.items
      const names = mergeNames(loaded?.first === first ? loaded.names : first.names, page.names)
      return { first, items: [...before, ...page.items], names, next: page.next }
    },
    { enabled: after !== null, keepsDataOnError: true },
  )
  const { isLoading, error } = query
  const { items, names, next } = query.data?.first === first ? query.data : first
  const loadMore = (cursor: string): void => {
    if (cursor === after) void query.reload()
    else setNextPage({ first, after: cursor })
  }
  return (
    <RecordPart heading={t('Visits')}>
      {items.length === 0 ? (
        <EmptyState>{t('No visits yet.')}</EmptyState>
      ) : (
        <ol className="timeline">
          {withResults(items).map((entry) => (
            <Entry key={entry.visit.id} entry={entry} names={names} clock={content} />
          ))}
        </ol>
      )}
      {next !== null && (
        <p className="timeline-more">
          <Button busy={isLoading} onClick={() => loadMore(next)}>
            {isLoading ? t('Loading…') : t('Show older visits')}
          </Button>
        </p>
      )}
      <p className="field-problem" aria-live="polite">
        {isLoading ? '' : error}
      </p>
    </RecordPart>
  )
}

const mergeNames = (loaded: Names, more: Names): Names =>
  Object.fromEntries(
    Object.keys({ ...loaded, ...more }).map((field) => [field, { ...loaded[field], ...more[field] }]),
  )

interface EntryProps {
  entry: VisitWithResults
  names: Names
  clock: FirmClock
}

function Entry({ entry, names, clock }: Readonly<EntryProps>): ReactNode {
  const { visit } = entry
  const { Reason, Feedback, Remarks, Photo_ID } = visit
  const place = pointLink(visit.Check_In_Place ?? '')
  const lines = linesOf(entry, names, clock)
  return (
    <li>
      <h3>
        {formatVisitDate(visit, clock)}{' '}
        {badgesOf(visit, clock).map(({ tone, label }) => (
          <span key={label} className={`badge badge-${tone}`}>
            {label}
          </span>
        ))}
      </h3>
      {Reason && <p className="customer-words">{Reason}</p>}
      {Feedback && <p className="customer-words">{Feedback}</p>}
      {Remarks && (
        <p className="timeline-remarks customer-words">{t('Remarks: {remarks}', { remarks: Remarks })}</p>
      )}
      {lines.length > 0 && (
        <dl className="customer-facts">
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="timeline-by">
        {describeRecording(visit, clock)}
        {place && (
          <>
            {' '}
            <a href={place} target="_blank" rel="noreferrer">
              {t('Check-in location')}
            </a>
          </>
        )}
      </p>
      {Photo_ID && (
        <Photo id={Photo_ID} name={t('Photo of {date}', { date: formatVisitDate(visit, clock) })} />
      )}
    </li>
  )
}

function linesOf(
  { visit, crops, materials }: VisitWithResults,
  names: Names,
  clock: FirmClock,
): [string, ReactNode][] {
  const listed = (field: 'New_Recommended_Crops' | 'New_Recommended_Materials'): string =>
    formatList((visit[field] ?? []).map((name) => shownName(name, names[field]?.[name])))
  const cropNames = listed('New_Recommended_Crops')
  const materialNames = listed('New_Recommended_Materials')
  const season = visit.Season_Recommendation ?? ''
  const { Amount_Receivables: receivable, Next_Visit_Suggested: nextVisit } = visit
  const balances = [
    // A negative amount is a credit.
    receivable?.startsWith('-')
      ? t('{amount} in credit', { amount: receivable.slice(1) })
      : receivable && t('{amount} receivable', { amount: receivable }),
    visit.Overdue_Amount && t('{amount} overdue', { amount: visit.Overdue_Amount }),
  ].filter(Boolean)
  const amounts = balances.join(', ')
  const asOf = amounts && visit.Balance_As_Of
  const { Group_Title: title, Group_Kind: kind, joinedBy } = visit
  const lines: [string, ReactNode][] = [
    [t('Group visit'), title ? [title, kind && t(kind)].filter(Boolean).join(', ') : ''],
    [t('Joined By'), formatList(joinedBy ?? [])],
    [t('Season'), shownSeason(season, names['Season_Recommendation']?.[season])],
    [t('Crops advised'), cropNames && <Advice key="crops" names={cropNames} result={crops} />],
    [
      t('Materials advised'),
      materialNames && <Advice key="materials" names={materialNames} result={materials} />,
    ],
    [
      t('Doses'),
      visit.Advice_Details ? (
        <Suspense key="doses">
          <AdviceDetails text={visit.Advice_Details} />
        </Suspense>
      ) : (
        ''
      ),
    ],
    [t('Advice Reason'), visit.Advice_Reason ?? ''],
    [t('Balance shown'), asOf ? t('{amounts}, as of {date}', { amounts, date: formatDate(asOf) }) : amounts],
    ...moneyLines(visit),
    [t('Next visit suggested'), nextVisit ? formatMoment(nextVisit, clock) : ''],
  ]
  return lines.filter(([, value]) => value !== '')
}

/** What was paid and promised at the visit, and what became of the promise. */
function moneyLines(visit: VisitWithResults['visit']): [string, ReactNode][] {
  const { Collected_Amount: paid, Collected_Way: way, Promised_Amount: promised, Promised_On: by } = visit
  const reference = visit.Collected_Reference ? ` · ${visit.Collected_Reference}` : ''
  return [
    [
      t('Collected Amount'),
      typeof paid === 'number' ? `${formatRupees(paid)}${way ? ` · ${t(way)}` : ''}${reference}` : '',
    ],
    [
      t('Promised to pay'),
      typeof promised === 'number' && by ? (
        <PromiseLine key="promise" amount={promised} by={by} state={visit.Promise_State} />
      ) : (
        ''
      ),
    ],
  ]
}

const tones: Record<string, string> = { worked: 'active', used: 'today', 'did not work': 'overdue' }

function Advice({ names, result }: Readonly<{ names: string; result: string | null }>): ReactNode {
  return (
    <>
      {names}
      {result && (
        <>
          {' '}
          <span className={`badge badge-${tones[result] ?? ''}`}>{t(result)}</span>
        </>
      )}
    </>
  )
}

function describeRecording(visit: TimelineVisit, clock: FirmClock): string {
  const parts = [visit.Visit_ID]
  const moment = visit.Recorded_At && formatMoment(visit.Recorded_At, clock)
  const person = visit.recordedBy
  if (moment && person) parts.push(t('recorded {moment} by {person}', { moment, person }))
  else if (moment) parts.push(t('recorded {moment}', { moment }))
  else if (person) parts.push(t('recorded by {person}', { person }))
  if (visit.Status === 'planned' && visit.assignedTo)
    parts.push(t('for {person}', { person: visit.assignedTo }))
  if (visit.Status === 'planned' && visit.plannedBy)
    parts.push(t('planned by {person}', { person: visit.plannedBy }))
  return `${parts.join(', ')}.`
}
