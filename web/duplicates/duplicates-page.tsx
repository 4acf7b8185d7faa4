import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { DuplicatePair, DuplicatePairs } from '#domain/api/records/duplicate-pairs.ts'
import { useMay } from '../api/use-may.ts'
import { useLetterKeys } from '../lists/use-letter-keys.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { ListPages } from '../masters/list/list-pages.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { RichText } from '../messages/rich-text.tsx'
import '../styles/records.css'
import './duplicates.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { DuplicateFilters } from './duplicate-filters.tsx'
import { placeLevels } from './place-levels.ts'
import { PairCard } from './pair-card.tsx'
import { listDuplicatePairs, markNotSame, searchAgain, unmarkNotSame } from './duplicates-api.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

const MergePair = deferredDialog(async () => (await import('./merge-pair.tsx')).MergePair)

const perPage = 25
/** While a search runs, which takes a while with many customers; in milliseconds. */
const pollInterval = 1500

async function duplicatesLoader({ request: { signal }, url }: LoaderFunctionArgs): Promise<DuplicatePairs> {
  const names = ['state', 'reason', 'after', ...placeLevels]
  const query = Object.fromEntries(names.map((name) => [name, url.searchParams.get(name) || undefined]))
  return redirectOnBadQuery(url, listDuplicatePairs({ ...query, limit: String(perPage) }, signal))
}

const keyOf = ({ one, other }: DuplicatePair): string => `${one.id} ${other.id}`
const idsOf = ({ one, other }: DuplicatePair): [string, string] => [one.id, other.id]

/** Pairs of customers that are probably the same: merge them, or mark them as not the same. */
function DuplicatesPage(): ReactNode {
  const page = useLoaderData<DuplicatePairs>()
  const { items, isLooking } = page
  const { revalidate } = useRevalidator()
  const may = useMay()
  const { search } = useListLinks()
  const isMarked = search.get('state') === 'not-same'
  const list = useRef<HTMLOListElement>(null)
  const [merging, setMerging] = useState<DuplicatePair | null>(null)
  useEffect(() => {
    if (!isLooking) return undefined
    const timer = setInterval(() => void revalidate(), pollInterval)
    return () => clearInterval(timer)
  }, [isLooking, revalidate])
  useEffect(() => void MergePair.preload(), [])

  const cards = (): HTMLElement[] => [...(list.current?.querySelectorAll('article') ?? [])]
  /** The pair with the focus, which the keys act on; -1 for none. */
  const current = (): number => cards().findIndex((card) => card.contains(document.activeElement))
  const focus = (to: number): void => cards()[Math.min(Math.max(to, 0), items.length - 1)]?.focus()
  /** The pair is gone; the one that follows gets its focus. */
  const showNext = async (): Promise<void> => {
    const at = current()
    await revalidate()
    if (at < 0) return focusNoticeIfLost()
    // After the list has been rendered without the pair.
    setTimeout(() => {
      const left = cards()
      if (left.length === 0) focusNoticeIfLost()
      else left[Math.min(at, left.length - 1)]?.focus()
    })
  }
  const unmark = useSubmit({
    send: (pair: DuplicatePair) => unmarkNotSame(idsOf(pair)),
    success: () => t('Undone'),
    failure: t('Could not undo it'),
    onSuccess: showNext,
  })
  const mark = useSubmit({
    send: (pair: DuplicatePair) => markNotSame(idsOf(pair)),
    success: (_, pair) => ({
      text: t('{one} and {other} are not the same', namesOf(pair)),
      detail: t('This is remembered, and shown under “Not the same”.'),
      action: { label: t('Undo'), run: () => void unmark.submit(pair) },
    }),
    failure: t('It could not be saved that they are not the same'),
    onSuccess: showNext,
  })
  const canMerge = may('delete', 'customer') && may('create', 'batch')
  const onCurrent = (act: (pair: DuplicatePair) => void) => () => {
    const pair = items[Math.max(current(), 0)]
    if (pair) act(pair)
  }
  useLetterKeys({
    j: () => focus(current() + 1),
    k: () => focus(current() - 1),
    m: isMarked || !canMerge ? undefined : onCurrent(setMerging),
    n: isMarked ? undefined : onCurrent((pair) => void mark.submit(pair)),
  })
  return (
    <Page
      heading={t('Duplicates')}
      lead={t('Customers that were probably entered twice. Merge them, or say that they are not the same.')}
    >
      <SearchState page={page} />
      <DuplicateFilters page={page} />
      {items.length === 0 ? (
        <EmptyState>{emptyText(page, search)}</EmptyState>
      ) : (
        <>
          <ol className="pairs" ref={list} aria-label={t('Pairs of customers')}>
            {items.map((pair) => (
              <li key={keyOf(pair)}>
                <PairCard pair={pair} names={page.names}>
                  {isMarked ? (
                    <Button
                      busy={unmark.isBusy}
                      aria-label={t('Undo: {one} and {other}', namesOf(pair))}
                      onClick={() => void unmark.submit(pair)}
                    >
                      {t('Undo')}
                    </Button>
                  ) : (
                    <>
                      {canMerge && (
                        <Button
                          tone="main"
                          aria-label={t('Merge {one} and {other}', namesOf(pair))}
                          onClick={() => setMerging(pair)}
                        >
                          {t('Merge…')}
                        </Button>
                      )}
                      <Button
                        busy={mark.isBusy}
                        aria-label={t('Not the same: {one} and {other}', namesOf(pair))}
                        onClick={() => void mark.submit(pair)}
                      >
                        {t('Not the same')}
                      </Button>
                    </>
                  )}
                </PairCard>
              </li>
            ))}
          </ol>
          {!isMarked && (
            <p className="pairs-keys">
              <RichText
                message="Keys: <key>j</key> next, <key>k</key> previous, <key>m</key> merge, <key>n</key> not the same."
                tags={{ key: (children) => <kbd>{children}</kbd> }}
              />
            </p>
          )}
        </>
      )}
      <ListPages page={page} label={t('Pages of duplicates')} perPage={perPage} />
      {merging && (
        <MergePair
          key={keyOf(merging)}
          pair={merging}
          onClose={() => setMerging(null)}
          onDone={() => {
            setMerging(null)
            void showNext()
          }}
        />
      )}
    </Page>
  )
}

const namesOf = ({ one, other }: DuplicatePair): { one: string; other: string } => ({
  one: `${customerName(one)} (${one.Customer_Code})`,
  other: `${customerName(other)} (${other.Customer_Code})`,
})

function emptyText({ isLooking, lookedAt }: DuplicatePairs, search: URLSearchParams): string {
  if (search.get('state') === 'not-same') return t('No customers are marked as not the same.')
  if (isLooking && !lookedAt) return t('All customers are being compared. The pairs are shown here.')
  const isFiltered = ['reason', ...placeLevels].some((name) => search.get(name))
  return isFiltered
    ? t('No likely duplicates with these filters.')
    : t('No likely duplicates. All customers are compared once a day.')
}

function SearchState({ page: { lookedAt, isLooking } }: { page: DuplicatePairs }): ReactNode {
  const { revalidate } = useRevalidator()
  const { isBusy, submit } = useSubmit({
    send: () => searchAgain(),
    success: (answer) => (answer.isLooking ? t('Comparing; the pairs follow') : t('All customers compared')),
    failure: t('Could not compare the customers'),
    onSuccess: () => void revalidate(),
  })
  const isRunning = isBusy || isLooking
  return (
    <p className="pairs-state">
      <Button busy={isRunning} onClick={() => void submit(undefined)}>
        {isRunning ? t('Comparing…') : t('Compare again')}
      </Button>
      {lookedAt && (
        <span>
          <RichText
            message="Last compared <moment></moment>. Compared daily."
            tags={{ moment: () => <Moment at={lookedAt} /> }}
          />
        </span>
      )}
    </p>
  )
}

export const duplicatesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <DuplicatesPage />,
  loader: duplicatesLoader,
}
