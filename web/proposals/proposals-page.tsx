import { Suspense, useEffect, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { ProposalDetail, ProposalPage, ProposalView } from '#domain/api/field/proposals.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { ListPages } from '../masters/list/list-pages.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import '../styles/records.css'
import '../ui/badges.css'
import '../ui/filters.css'
import './proposals.css'
import { donePicture, searchPicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { listProposals, readProposal } from './proposals-api.ts'
import { useProposalKeys } from './use-proposal-keys.ts'
import { t } from '#domain/messages/t.ts'

const Detail = deferredPart(async () => (await import('./proposal-detail.tsx')).ProposalDetailPart)

const perPage = 50

interface ProposalsData {
  page: ProposalPage
  /** The proposal of the address or, on a wide screen, the first one. */
  detail: ProposalDetail | null
  /** The proposal of the address does not exist, or not for this account. */
  isMissing: boolean
}

const isWide = (): boolean => matchMedia('(width >= 64rem)').matches

async function proposalsLoader({ request: { signal }, url }: LoaderFunctionArgs): Promise<ProposalsData> {
  const query = (name: string): string | undefined => url.searchParams.get(name) ?? undefined
  const page = await redirectOnBadQuery(
    url,
    listProposals(
      { state: query('state'), type: query('type'), after: query('after'), limit: String(perPage) },
      signal,
    ),
  )
  const id = query('id') ?? (isWide() ? page.items[0]?.id : undefined)
  if (id === undefined) return { page, detail: null, isMissing: false }
  try {
    return { page, detail: await readProposal(id, signal), isMissing: false }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error
    return { page, detail: null, isMissing: true }
  }
}

/** What representatives propose: the queue on one side, the proposal with its values on the other. */
function ProposalsPage(): ReactNode {
  const { page, detail, isMissing } = useLoaderData<ProposalsData>()
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => void Detail.preload(), [])
  const { items } = page
  const keepAfter = search.get('after')
  const to = (id: string | null): string => changed({ id, ...(keepAfter !== null && { after: keepAfter }) })
  const at = items.findIndex(({ id }) => id === detail?.id)
  const step = (by: number): string | undefined => items[at + by]?.id
  const go = (id: string | undefined): void => {
    if (id !== undefined) void navigate(to(id), { preventScrollReset: true })
  }
  useProposalKeys({ onNext: () => go(step(1)), onPrevious: () => go(at > 0 ? step(-1) : undefined) })
  /** Shows the one that follows in the queue. */
  const onDecided = async (): Promise<void> => {
    const next = step(1) ?? (at > 0 ? step(-1) : undefined)
    if (search.get('state') === 'decided') await revalidate()
    else await navigate(to(isWide() ? (next ?? null) : null))
  }
  const isShowing = search.get('id') !== null
  return (
    <Page
      heading={t('Proposals')}
      lead={t('New customers and corrections that representatives proposed on their phones.')}
    >
      <ProposalFilters page={page} />
      <div className={`proposals ${isShowing ? 'proposals-one' : ''}`}>
        <section className="proposals-queue" aria-label={t('Proposals')}>
          {items.length === 0 ? (
            <EmptyState picture={donePicture}>{emptyText(search)}</EmptyState>
          ) : (
            <ol>
              {items.map((proposal) => (
                <li key={proposal.id}>
                  <QueueItem
                    proposal={proposal}
                    to={to(proposal.id)}
                    isCurrent={proposal.id === detail?.id}
                  />
                </li>
              ))}
            </ol>
          )}
          <ListPages page={page} label={t('Pages of proposals')} perPage={perPage} />
        </section>
        {detail && (
          <section className="proposals-detail" aria-label={t('Proposal of {by}', { by: detail.by })}>
            <Link className="proposals-back" to={to(null)}>
              {t('Back to the queue')}
            </Link>
            <Suspense fallback={<Skeleton lines={10} />}>
              <Detail
                key={`${detail.id} ${detail.state} ${detail.current?.version ?? 0} ${detail.place?.version ?? 0}`}
                proposal={detail}
                onDecided={onDecided}
                onChanged={revalidate}
              />
            </Suspense>
          </section>
        )}
        {isMissing && (
          <EmptyState picture={searchPicture}>
            <p>{t('This proposal does not exist, or is not about a customer or a user that you see.')}</p>
            <p className="links">
              <Link className="button button-plain" to={to(null)}>
                {t('Back to the queue')}
              </Link>
            </p>
          </EmptyState>
        )}
      </div>
    </Page>
  )
}

function emptyText(search: URLSearchParams): string {
  if (search.get('state') === 'decided') return t('No proposal has been decided yet.')
  if (search.get('type')) return t('No open proposals of this type.')
  return t(
    'No open proposals. When a representative proposes a new customer or a correction, it is shown here.',
  )
}

function ProposalFilters({ page: { open, newCustomers } }: { page: ProposalPage }): ReactNode {
  const { search, changed } = useListLinks()
  const state = search.get('state') ?? 'open'
  const type = search.get('type')
  const filters = [
    { label: t('Open ({count, number})', { count: open }), state: null, type: null },
    {
      label: t('New customers ({count, number})', { count: newCustomers }),
      state: null,
      type: 'new customer',
    },
    {
      label: t('Corrections ({count, number})', { count: open - newCustomers }),
      state: null,
      type: 'correction',
    },
    { label: t('Decided'), state: 'decided', type: null },
  ]
  return (
    <nav className="filter-links proposals-filters" aria-label={t('Which proposals')}>
      {filters.map(({ label, ...filter }) => (
        <Link
          key={label}
          to={changed({ ...filter, id: null })}
          aria-current={((filter.state ?? 'open') === state && filter.type === type) || undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function QueueItem({
  proposal,
  to,
  isCurrent,
}: {
  proposal: ProposalView
  to: string
  isCurrent: boolean
}): ReactNode {
  const { type, state, name, by, recordedAt, fields } = proposal
  return (
    <Link className="proposals-item" to={to} aria-current={isCurrent || undefined} preventScrollReset>
      <span className="proposals-name">{name}</span>
      <span className={`badge ${badgeOf(proposal)}`}>
        {state === 'open'
          ? type === 'new customer'
            ? t('New customer')
            : t('{count, plural, one {# correction} other {# corrections}}', { count: fields.length })
          : state === 'approved'
            ? t('Approved')
            : t('Refused')}
      </span>
      <span className="proposals-by">
        <RichText
          message="{by}, <time></time>"
          values={{ by }}
          tags={{ time: () => <Moment at={recordedAt} /> }}
        />
      </span>
    </Link>
  )
}

const badgeOf = ({ state, type }: ProposalView): string => {
  if (state === 'approved') return 'badge-active'
  return state === 'open' && type === 'new customer' ? 'badge-pending' : ''
}

export const proposalsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ProposalsPage />,
  loader: proposalsLoader,
}
