import { Suspense, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { holiday as entity } from '#domain/catalogue/entities/calendar.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { formatList } from '#domain/text.ts'
import { nameOfWeekday, weekdayName } from '#domain/visits/working-days.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { listRecords, readRecord, type Page as Records } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import type { WorkingDays } from '#domain/api/visits/working-days.ts'
import { addHoliday, loadWorkingDays } from './working-days-api.ts'
import { readListLink, rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import './holidays.css'
import { Button } from '../ui/button.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { RecordTable } from '../admin/record-table.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const HolidayForm = deferredPart(async () => (await import('./holiday-form.tsx')).HolidayForm)

/** Upcoming holidays, the next one first; with `?past` the past ones, latest first. */
function recordsOf({ request, url }: LoaderFunctionArgs, today: string): Promise<Records<'holiday'>> {
  const { q, after } = readListLink(entity, url.searchParams)
  const [sort, filters] = url.searchParams.has('past')
    ? ['-Holiday_Date', { 'Holiday_Date.to': addDays(today, -1) }]
    : ['Holiday_Date', { 'Holiday_Date.from': today }]
  return listRecords(entity, { q, after, sort, filters, limit: rowsPerPage, total: true }, request.signal)
}

interface Loaded {
  page: Records<'holiday'>
  days: WorkingDays
  /** Names of the states, by code. */
  states: Readonly<Record<string, string>>
}

const columnsWith = (states: Loaded['states']): readonly Column<RecordNamed<'holiday'>>[] => [
  {
    label: t('Day'),
    cell: ({ Holiday_Date: day }) => `${formatDate(day)}, ${weekdayName(day)}`,
  },
  { label: t('Holiday'), cell: (record) => record.Holiday_Name },
  {
    label: t('Where'),
    cell: ({ State_Code: code }) => (code === null ? t('Everywhere') : (states[code] ?? code)),
  },
]

function HolidaysPage(): ReactNode {
  const { page, days, states } = useLoaderData<Loaded>()
  const mayAdd = useMay()('create', entity.name)
  const { revalidate } = useRevalidator()
  const isPast = useListLinks().search.has('past')
  return (
    <Page
      heading={t('Working days')}
      lead={t('Bulk planning skips these days. Planning a single visit on one shows a warning.')}
    >
      <p className="weekly-offs">
        <strong>{describeWeeklyOffs(days)}</strong> {t('The server setting WEEKLY_OFF determines it.')}
      </p>
      {mayAdd && (
        <div className="holiday-add">
          <Suspense>
            <HolidayForm onAdded={() => void revalidate()} />
          </Suspense>
          <NationalHolidays year={Number(days.today.slice(0, 4))} onAdded={() => void revalidate()} />
        </div>
      )}
      <RecordTable
        entity={entity}
        page={page}
        columns={columnsWith(states)}
        empty={isPast ? t('No past holidays.') : t('No upcoming holidays.')}
      />
      <p className="links">
        {isPast ? (
          <Link to="/admin/holidays">{t('Upcoming holidays')}</Link>
        ) : (
          <Link to="?past=1">{t('Past holidays')}</Link>
        )}
      </p>
    </Page>
  )
}

function describeWeeklyOffs({ weeklyOffs }: WorkingDays): string {
  if (weeklyOffs.length === 0) return t('No day of the week is off.')
  const days = formatList(weeklyOffs.map(nameOfWeekday))
  return t('{count, plural, one {{days} is off every week.} other {{days} are off every week.}}', {
    count: weeklyOffs.length,
    days,
  })
}

/** The national holidays of India, which have fixed dates. */
const nationalHolidays = () =>
  [
    ['01-26', t('Republic Day')],
    ['08-15', t('Independence Day')],
    ['10-02', t('Gandhi Jayanti')],
  ] as const

function NationalHolidays({ year, onAdded }: { year: number; onAdded: () => void }): ReactNode {
  const { isBusy, submit } = useSubmit({
    // Sequential, each with its own key: after a failure the next attempt adds only those still missing.
    send: async () => {
      const missing = await findMissing([year, year + 1])
      for (const holiday of missing) await addHoliday(holiday, newIdempotencyKey())
      return missing.length
    },
    success: (added) => {
      if (added === 0) return t('All of them exist already')
      return t('{added, plural, one {# national holiday is added} other {# national holidays are added}}', {
        added,
      })
    },
    failure: t('Not all national holidays were added'),
    onSuccess: onAdded,
    onFailure: onAdded,
  })
  return (
    <p className="holiday-national">
      <Button busy={isBusy} onClick={() => void submit(undefined)}>
        {t('Add national holidays of {year} and {next}', { year, next: year + 1 })}
      </Button>
      <span className="field-hint">{t('26 January, 15 August and 2 October')}</span>
    </p>
  )
}

/** The national holidays of these years whose day has no holiday for all states yet. */
async function findMissing(years: readonly [number, number]): Promise<Record<string, string>[]> {
  const filters = { 'Holiday_Date.from': `${years[0]}-01-01`, 'Holiday_Date.to': `${years[1]}-12-31` }
  const { items } = await listRecords(entity, { filters, limit: 200 })
  const existing = new Set(items.filter((each) => each.State_Code === null).map((each) => each.Holiday_Date))
  return years
    .flatMap((year) =>
      nationalHolidays().map(([day, Holiday_Name]) => ({ Holiday_Date: `${year}-${day}`, Holiday_Name })),
    )
    .filter(({ Holiday_Date }) => !existing.has(Holiday_Date))
}

async function statesIn({ items }: Records<'holiday'>, signal: AbortSignal): Promise<Loaded['states']> {
  const codes = [...new Set(items.flatMap((each) => each.State_Code ?? []))]
  const found = await Promise.all(
    codes.map(async (code) => {
      // A deleted state is shown by its code.
      const known = await readRecord(labelsOf('state'), code, signal).catch(() => undefined)
      return [code, known?.State_Name ?? code] as const
    }),
  )
  return Object.fromEntries(found)
}

export const holidaysRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <HolidaysPage />,
  loader: async (args: LoaderFunctionArgs): Promise<Loaded> => {
    const days = await loadWorkingDays([], {}, args.request.signal)
    const page = await recordsOf(args, days.today)
    return { page, days, states: await statesIn(page, args.request.signal) }
  },
}
