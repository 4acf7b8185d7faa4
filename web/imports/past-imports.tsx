import { formatCount } from '#domain/messages/format-count.ts'
import type { ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { outcomeOf } from './import-format.ts'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

/** "Countries, Zones" for a workbook of several masters. */
const describeMasters = ({ entity, masters }: ImportJob): string =>
  [...new Set(masters?.flatMap((each) => each.entity ?? []) ?? [entity])]
    .map((name) => t(labelsOf(name).plural))
    .join(', ')

const columns = (): readonly Column<ImportJob>[] => [
  {
    label: t('File'),
    cell: ({ id, name }) => (
      <Link className="imports-name" to={`/imports/${id}`}>
        {name}
      </Link>
    ),
  },
  { label: t('Into'), cell: describeMasters },
  {
    label: t('Rows'),
    kind: 'number',
    cell: ({ rowCount, masters }) =>
      formatCount(masters?.reduce((sum, each) => sum + (each.entity ? each.rowCount : 0), 0) ?? rowCount),
  },
  {
    id: 'outcome',
    label: t('Outcome'),
    cell: (job) => {
      const { label, tone } = outcomeOf(job)
      return <span className={`badge ${tone}`}>{label}</span>
    },
  },
  { label: t('By'), cell: ({ by }) => by },
  { id: 'when', label: t('When'), cell: ({ at }) => <Moment at={at} /> },
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
      table={{ columns: columns(), keyOf: ({ id }) => id }}
      empty={t('No imports yet.')}
      foot={
        <span className="imports-also">
          <RichText
            message="Imports are listed among the <link>bulk changes</link> too."
            tags={{ link: (text) => <Link to="/changes">{text}</Link> }}
          />
        </span>
      }
    />
  )
}
