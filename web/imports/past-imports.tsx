import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob } from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listImports } from '../api/imports.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { count, outcomeOf } from './import-words.ts'

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
  { label: 'Rows', cell: ({ rowCount }) => count(rowCount) },
  {
    label: 'Outcome',
    cell: (job) => {
      const { words, tone } = outcomeOf(job)
      return <span className={`badge ${tone}`}>{words}</span>
    },
  },
  { label: 'By', cell: ({ by }) => by },
  { label: 'When', cell: ({ at }) => <Moment at={at} /> },
]

interface PastImportsProps {
  first: Readonly<{ items: ImportJob[]; next: string | null }>
}

/** The latest first, more of them on demand. */
export function PastImports({ first }: PastImportsProps): ReactNode {
  const [more, setMore] = useState<{ items: ImportJob[]; next: string | null }>()
  const [isBusy, setBusy] = useState(false)
  const items = [...first.items, ...(more?.items ?? [])]
  const next = more ? more.next : first.next
  const showMore = async (): Promise<void> => {
    setBusy(true)
    try {
      const page = await listImports(next ?? undefined)
      setMore({ items: [...(more?.items ?? []), ...page.items], next: page.next })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
    setBusy(false)
  }
  if (items.length === 0) return <p className="list-empty">Nothing yet.</p>
  return (
    <>
      <DataTable caption="Imports" columns={columns} rows={items} keyOf={({ id }) => id} isBusy={isBusy} />
      {next !== null && (
        <p>
          <Button busy={isBusy} onClick={() => void showMore()}>
            Earlier imports
          </Button>
        </p>
      )}
    </>
  )
}
