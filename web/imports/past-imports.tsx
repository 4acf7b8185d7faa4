import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatCount, outcomeOf } from './import-format.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const columns: readonly Column<ImportJob>[] = [
  {
    label: 'File',
    cell: ({ id, name }) => (
      <Link className="imports-name" to={`/imports/${id}`}>
        {name}
      </Link>
    ),
  },
  { label: 'Into', cell: ({ entity }) => entityNamed(entity).plural },
  { label: 'Rows', kind: 'number', cell: ({ rowCount }) => formatCount(rowCount) },
  {
    label: 'Outcome',
    cell: (job) => {
      const { label, tone } = outcomeOf(job)
      return <span className={`badge ${tone}`}>{label}</span>
    },
  },
  { label: 'By', cell: ({ by }) => by },
  { label: 'When', cell: ({ at }) => <Moment at={at} /> },
]

interface PastImportsProps {
  page: Readonly<{ items: ImportJob[]; next: string | null }>
}

/** The list of imports, newest first. */
export function PastImports({ page }: PastImportsProps): ReactNode {
  return (
    <ListScreen
      className="imports-past"
      label={t('Imports')}
      heading={t('Past imports')}
      page={page}
      perPage={0}
      table={{ columns, keyOf: ({ id }) => id }}
      empty={t('No imports yet.')}
      foot={
        <span className="imports-also">
          Imports are listed among the <Link to="/changes">{t('bulk changes')}</Link> too.
        </span>
      }
    />
  )
}
