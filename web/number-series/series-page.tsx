import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { formatCode } from '#domain/catalogue/kinds/code.ts'
import { previewCodes } from '#domain/series.ts'
import type { SeriesView } from '#domain/api/series.ts'
import { listSeries } from './series-api.ts'
import { useMay } from '../api/use-may.ts'
import './series.css'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { SeriesDialog } from './series-dialog.tsx'
import { t } from '#domain/messages/t.ts'

const columns = (): readonly Column<SeriesView>[] => [
  { label: t('Code'), cell: ({ label }) => t(label) },
  { label: t('Prefix'), cell: ({ prefix }) => prefix || t('None') },
  { label: t('Digits'), kind: 'number', cell: ({ width }) => width },
  { label: t('Last'), cell: (series) => (series.last > 0 ? formatCode(series, series.last) : t('None yet')) },
  {
    label: t('Next'),
    cell: (series) => <strong className="series-code">{previewCodes(series, series.last + 1, 1)}</strong>,
  },
]

const changeColumn = (open: (series: SeriesView) => void): Column<SeriesView> => ({
  label: t('Change'),
  kind: 'actions',
  cell: (series) => (
    <Button aria-label={t('Change {label}', { label: t(series.label) })} onClick={() => open(series)}>
      {t('Change')}
    </Button>
  ),
})

function SeriesPage(): ReactNode {
  const items = useLoaderData<readonly SeriesView[]>()
  const [opened, setOpened] = useState<SeriesView | null>(null)
  const { revalidate } = useRevalidator()
  const mayChange = useMay()('update', 'series')
  const open = (series: SeriesView): void => {
    notify(null)
    setOpened(series)
  }
  return (
    <Page
      heading={t('Codes')}
      lead={t('Format of automatically generated codes. A change applies from the next code on.')}
    >
      <ListScreen
        label={t('Generated codes')}
        page={{ items }}
        table={{
          columns: mayChange ? [...columns(), changeColumn(open)] : columns(),
          keyOf: ({ entity }) => entity,
        }}
        empty={t('No generated codes.')}
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
