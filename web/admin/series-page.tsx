import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { formatCode } from '#domain/catalogue/kinds/code.ts'
import { codesToCome, type SeriesShown } from '#domain/series.ts'
import { listSeries } from '../api/series.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/series.css'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { SeriesDialog } from './series-dialog.tsx'

const columns: readonly Column<SeriesShown>[] = [
  { label: 'Code', cell: ({ label }) => label },
  { label: 'Prefix', cell: ({ prefix }) => prefix || 'None' },
  { label: 'Digits', cell: ({ width }) => width },
  { label: 'Last', cell: (series) => (series.last > 0 ? formatCode(series, series.last) : 'None yet') },
  {
    label: 'Next',
    cell: (series) => <strong className="series-code">{codesToCome(series, series.last + 1, 1)}</strong>,
  },
]

const changing = (open: (series: SeriesShown) => void): Column<SeriesShown> => ({
  label: 'Change',
  isControl: true,
  cell: (series) => (
    <Button aria-label={`Change ${series.label}`} onClick={() => open(series)}>
      Change
    </Button>
  ),
})

function SeriesPage(): ReactNode {
  const items = useLoaderData<readonly SeriesShown[]>()
  const [opened, setOpened] = useState<SeriesShown | null>(null)
  const { revalidate } = useRevalidator()
  const mayChange = useMay()('update', 'series')
  const open = (series: SeriesShown): void => {
    notify(null)
    setOpened(series)
  }
  return (
    <Page
      heading="Codes"
      lead="How the codes look that are dealt out by themselves. A change counts from the next code on."
    >
      <DataTable
        caption="Generated codes"
        columns={mayChange ? [...columns, changing(open)] : columns}
        rows={items}
        keyOf={({ entity }) => entity}
      />
      {opened && (
        <SeriesDialog
          series={opened}
          onClose={() => setOpened(null)}
          onChanged={() => {
            setOpened(null)
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}

export const seriesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <SeriesPage />,
  loader: ({ request: { signal } }: LoaderFunctionArgs) => listSeries(signal),
}
