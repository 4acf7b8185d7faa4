import { useState, type ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { addDays, showDay } from '#domain/dates.ts'
import { listInWords } from '#domain/text.ts'
import { capitalised, weekdayOf } from '#domain/visits/working-days.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { listRecords, readRecord, type Page as Records } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { addHoliday, loadWorkingDays, type WorkingDays } from '../api/working-days.ts'
import { readListLink, rowsPerPage, useListLinks } from '../entity/list-links.ts'
import '../styles/holidays.css'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { HolidayForm } from './holiday-form.tsx'
import { RecordTable } from './record-table.tsx'

const entity = entityNamed('holiday')
const state = entityNamed('state')

/** Those to come, the next one first; `?past` asks for those that were, the last one first. */
function recordsOf({ request, url }: LoaderFunctionArgs, today: string): Promise<Records> {
  const { q, after } = readListLink(entity, url.searchParams)
  const [sort, filters] = url.searchParams.has('past')
    ? ['-Holiday_Date', { 'Holiday_Date.to': addDays(today, -1) }]
    : ['Holiday_Date', { 'Holiday_Date.from': today }]
  return listRecords(entity, { q, after, sort, filters, limit: rowsPerPage, total: true }, request.signal)
}

interface Loaded {
  page: Records
  days: WorkingDays
  /** What the states of these holidays are called, by their codes. */
  states: Readonly<Record<string, string>>
}

const columnsWith = (states: Loaded['states']): readonly Column<StoredRecord>[] => [
  {
    label: 'Day',
    cell: (record) => {
      const day = String(record['Holiday_Date'])
      return `${showDay(day)}, ${capitalised(weekdayOf(day))}`
    },
  },
  { label: 'Holiday', cell: (record) => String(record['Holiday_Name']) },
  {
    label: 'Where',
    cell: (record) => {
      const code = record['State_Code'] as string | null
      return code === null ? 'Everywhere' : (states[code] ?? code)
    },
  },
]

function HolidaysPage(): ReactNode {
  const { page, days, states } = useLoaderData<Loaded>()
  const mayAdd = useMay()('create', entity.name)
  const { revalidate } = useRevalidator()
  const isPast = useListLinks().search.has('past')
  return (
    <Page
      heading="Working days"
      lead="Planning many visits at once keeps off these days. Planning a single one warns."
    >
      <p className="weekly-offs">
        <strong>{weeklyOffsInWords(days)}</strong> It is the setting WEEKLY_OFF of the server: whoever runs it
        changes it there.
      </p>
      {mayAdd && (
        <div className="holiday-add">
          <HolidayForm onAdded={() => void revalidate()} />
          <NationalHolidays year={Number(days.today.slice(0, 4))} onAdded={() => void revalidate()} />
        </div>
      )}
      <RecordTable
        entity={entity}
        page={page}
        columns={columnsWith(states)}
        empty={isPast ? 'No past holidays.' : 'No holidays to come yet.'}
      />
      <p className="links">
        {isPast ? (
          <Link to="/admin/holidays">Holidays to come</Link>
        ) : (
          <Link to="?past=1">Past holidays</Link>
        )}
      </p>
    </Page>
  )
}

function weeklyOffsInWords({ weeklyOffs }: WorkingDays): string {
  if (weeklyOffs.length === 0) return 'No day of the week is off.'
  const [isAre, names] = [weeklyOffs.length === 1 ? 'is' : 'are', weeklyOffs.map(capitalised)]
  return `${listInWords(names)} ${isAre} off every week.`
}

/** The same everywhere in India, every year. */
const national = [
  ['01-26', 'Republic Day'],
  ['08-15', 'Independence Day'],
  ['10-02', 'Gandhi Jayanti'],
] as const

function NationalHolidays({ year, onAdded }: { year: number; onAdded: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      const missing = await missingFrom([year, year + 1])
      for (const holiday of missing) await addHoliday(holiday, newIdempotencyKey())
      const words = missing.length === 1 ? 'holiday is added' : 'holidays are added'
      const text = missing.length === 0 ? 'They are all there already' : `${missing.length} national ${words}`
      notify({ tone: 'good', text })
    } catch (error) {
      notify({ tone: 'bad', text: 'Not all of them are added', detail: sentenceOf(error) })
    }
    setBusy(false)
    onAdded()
  }
  return (
    <p className="holiday-national">
      <Button busy={isBusy} onClick={() => void add()}>
        Add the national holidays of {year} and {year + 1}
      </Button>
      <span className="field-hint">26 January, 15 August and 2 October</span>
    </p>
  )
}

/** Those of these years on whose day nothing is kept for everywhere yet. */
async function missingFrom(years: readonly [number, number]): Promise<Record<string, string>[]> {
  const filters = { 'Holiday_Date.from': `${years[0]}-01-01`, 'Holiday_Date.to': `${years[1]}-12-31` }
  const { items } = await listRecords(entity, { filters, limit: 200 })
  const taken = new Set(
    items.filter((each) => each['State_Code'] === null).map((each) => each['Holiday_Date']),
  )
  return years
    .flatMap((year) =>
      national.map(([day, Holiday_Name]) => ({ Holiday_Date: `${year}-${day}`, Holiday_Name })),
    )
    .filter(({ Holiday_Date }) => !taken.has(Holiday_Date))
}

async function statesIn({ items }: Records, signal: AbortSignal): Promise<Loaded['states']> {
  const codes = [...new Set(items.flatMap((each) => (each['State_Code'] as string | null) ?? []))]
  const found = await Promise.all(
    codes.map(async (code) => {
      // A state that is gone is still known by its code.
      const known = await readRecord(state, code, signal).catch(() => undefined)
      return [code, String(known?.['State_Name'] ?? code)] as const
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
