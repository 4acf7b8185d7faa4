import { useState, type ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import type { CustomerPage, Timeline as Visits, TimelineVisit } from '#domain/visits/customer-page.ts'
import type { FirmClock } from '#domain/visits/plans.ts'
import { listInWords } from '#domain/text.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { loadMoreVisits } from '../api/customers.ts'
import { Button } from '../ui/button.tsx'
import { badgesOf, momentInWords, pointLink, whenOf, withResults, type Advised } from './customer-words.ts'
import { Photo } from './photo.tsx'

/** What happened with the customer, the newest first; what came of advice stands beside the advice. */
export function Timeline({
  content,
  visits: first,
}: Readonly<{ content: CustomerPage; visits: Visits }>): ReactNode {
  // What was fetched besides belongs to the first page it followed.
  const [more, setMore] = useState({ after: first, items: [] as TimelineVisit[], next: first.next })
  const [state, setState] = useState<{ isBusy: boolean; problem?: string }>({ isBusy: false })
  const isFresh = more.after !== first
  const items = isFresh ? first.items : [...first.items, ...more.items]
  const next = isFresh ? first.next : more.next

  const fetchMore = async (after: string): Promise<void> => {
    setState({ isBusy: true })
    try {
      const page = await loadMoreVisits(content.plan.Customer_Code, after)
      setMore({ after: first, items: [...(isFresh ? [] : more.items), ...page.items], next: page.next })
      setState({ isBusy: false })
    } catch (error) {
      setState({ isBusy: false, problem: sentenceOf(error) })
    }
  }
  return (
    <section className="customer-part" aria-labelledby="visits">
      <h2 id="visits">Visits</h2>
      {items.length === 0 ? (
        <p>No visit so far.</p>
      ) : (
        <ol className="timeline">
          {withResults(items).map((advised) => (
            <Entry key={advised.visit.id} advised={advised} clock={content} />
          ))}
        </ol>
      )}
      {next !== null && (
        <p className="timeline-more">
          <Button busy={state.isBusy} onClick={() => void fetchMore(next)}>
            {state.isBusy ? 'Loading…' : 'Show older visits'}
          </Button>
        </p>
      )}
      <p className="field-problem" aria-live="polite">
        {state.problem}
      </p>
    </section>
  )
}

function Entry({ advised, clock }: Readonly<{ advised: Advised; clock: FirmClock }>): ReactNode {
  const { visit } = advised
  const text = (field: string): string => String(visit[field] ?? '')
  const place = pointLink(text('Check_In_Place'))
  const lines = linesOf(advised, clock)
  return (
    <li>
      <h3>
        {whenOf(visit, clock)}{' '}
        {badgesOf(visit, clock).map(({ tone, words }) => (
          <span key={words} className={`badge badge-${tone}`}>
            {words}
          </span>
        ))}
      </h3>
      {text('Reason') && <p className="customer-words">{text('Reason')}</p>}
      {text('Feedback') && <p className="customer-words">{text('Feedback')}</p>}
      {text('Remarks') && <p className="timeline-remarks customer-words">Remarks: {text('Remarks')}</p>}
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
        {byWhom(visit, clock)}
        {place && (
          <>
            {' '}
            <a href={place} target="_blank" rel="noreferrer">
              Place of check-in
            </a>
          </>
        )}
      </p>
      {text('Photo_ID') && <Photo id={text('Photo_ID')} name={`Photo of ${whenOf(visit, clock)}`} />}
    </li>
  )
}

function linesOf({ visit, crops, materials }: Advised, clock: FirmClock): [string, ReactNode][] {
  const listed = (field: string): string => listInWords((visit[field] as readonly string[] | null) ?? [])
  const text = (field: string): string => String(visit[field] ?? '')
  const asOf = visit['Balance_As_Of'] ? `, as of ${showDay(text('Balance_As_Of'))}` : ''
  const owed = [
    // What was paid ahead stands there as less than nothing.
    text('Amount_Receivables').startsWith('-')
      ? `${text('Amount_Receivables').slice(1)} in credit`
      : text('Amount_Receivables') && `${text('Amount_Receivables')} receivable`,
    text('Overdue_Amount') && `${text('Overdue_Amount')} overdue`,
  ].filter(Boolean)
  const lines: [string, ReactNode][] = [
    ['Season', text('Season_Recommendation')],
    ['Crops advised', <Advice key="crops" words={listed('New_Recommended_Crops')} result={crops} />],
    [
      'Materials advised',
      <Advice key="materials" words={listed('New_Recommended_Materials')} result={materials} />,
    ],
    ['Balance shown', owed.length > 0 ? owed.join(', ') + asOf : ''],
    [
      'Next visit suggested',
      text('Next_Visit_Suggested') && momentInWords(text('Next_Visit_Suggested'), clock),
    ],
  ]
  const isSaid = ([label, value]: [string, ReactNode]): boolean => {
    if (label === 'Crops advised') return listed('New_Recommended_Crops') !== ''
    if (label === 'Materials advised') return listed('New_Recommended_Materials') !== ''
    return value !== ''
  }
  return lines.filter(isSaid)
}

const tones: Record<string, string> = { worked: 'active', used: 'today', 'did not work': 'overdue' }

function Advice({ words, result }: Readonly<{ words: string; result: string | null }>): ReactNode {
  return (
    <>
      {words}
      {result && (
        <>
          {' '}
          <span className={`badge badge-${tones[result] ?? ''}`}>{result}</span>
        </>
      )}
    </>
  )
}

function byWhom(visit: TimelineVisit, clock: FirmClock): string {
  const parts = [String(visit['Visit_ID'])]
  const at = visit['Recorded_At'] ? ` ${momentInWords(String(visit['Recorded_At']), clock)}` : ''
  const by = visit.recordedBy ? ` by ${visit.recordedBy}` : ''
  if (at || by) parts.push(`recorded${at}${by}`)
  if (visit['Status'] === 'planned' && visit.assignedTo) parts.push(`for ${visit.assignedTo}`)
  if (visit['Status'] === 'planned' && visit.plannedBy) parts.push(`planned by ${visit.plannedBy}`)
  return `${parts.join(', ')}.`
}
