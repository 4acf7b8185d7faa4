import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showDay } from '#domain/dates.ts'
import { listInWords } from '#domain/text.ts'
import { capitalised, weekdayOf } from '#domain/visits/working-days.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listRecords, type Page as Records } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { addHoliday, loadWorkingDays, type WorkingDays } from '../api/working-days.ts'
import '../styles/holidays.css'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { HolidayForm } from './holiday-form.tsx'
import { RecordTable, recordsLoader } from './record-table.tsx'

const entity = entityNamed('holiday')
const recordsOf = recordsLoader(entity, '-Holiday_Date')

interface Loaded {
  page: Records
  days: WorkingDays
}

const columns: readonly Column<StoredRecord>[] = [
  {
    label: 'Day',
    cell: (record) => {
      const day = String(record['Holiday_Date'])
      return `${showDay(day)}, ${capitalised(weekdayOf(day))}`
    },
  },
  { label: 'Holiday', cell: (record) => String(record['Holiday_Name']) },
  { label: 'Where', cell: (record) => String(record['State_Code'] ?? 'Everywhere') },
]

function HolidaysPage(): ReactNode {
  const { page, days } = useLoaderData<Loaded>()
  const mayAdd = useMay()('create', entity.name)
  const { revalidate } = useRevalidator()
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
      <RecordTable entity={entity} page={page} columns={columns} empty="No holidays yet." />
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
      for (const holiday of missing) await addHoliday(holiday)
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

export const holidaysRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <HolidaysPage />,
  loader: async (args: LoaderFunctionArgs): Promise<Loaded> => {
    const [page, days] = await Promise.all([recordsOf(args), loadWorkingDays([], {}, args.request.signal)])
    return { page, days }
  },
}
