import { formatCount } from '#domain/messages/format-count.ts'
import type { ReactNode } from 'react'
import type { ImportProblem } from '#domain/api/imports/import-values.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { RichText } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

export const keyOfProblem = ({ field, message }: Pick<ImportProblem, 'field' | 'message'>): string =>
  `${field}\n${message}`

interface ProblemListProps {
  problems: readonly ImportProblem[]
  /** Opens the rows of a problem; undefined after a change, because the rows are then out of date. */
  onShow: ((problem: string) => void) | undefined
}

/** Lists each former code once with its number of rows; the rows use the code of now. */
export function NoteList({ notes }: { notes: readonly ImportProblem[] }): ReactNode {
  if (notes.length === 0) return null
  const columns: readonly Column<ImportProblem>[] = [
    { id: 'note', label: t('Note'), cell: ({ message }) => message },
    ...countColumns(),
  ]
  return (
    <div className="imports-problems">
      <DataTable caption={t('Former codes')} columns={columns} rows={notes} keyOf={keyOfProblem} />
    </div>
  )
}

const countColumns = (): readonly Column<ImportProblem>[] => [
  { label: t('Rows'), kind: 'number', cell: ({ rows }) => formatCount(rows) },
  { label: t('First in row'), kind: 'number', cell: ({ first }) => formatCount(first) },
]

/** Lists each problem once with its number of rows. */
export function ProblemList({ problems, onShow }: ProblemListProps): ReactNode {
  const showButton = (problem: ImportProblem): ReactNode => (
    <button type="button" className="link" onClick={() => onShow?.(keyOfProblem(problem))}>
      <RichText
        message="{count, plural, one {See the row} other {See the rows}}<readers> with: {problem}</readers>"
        values={{ count: problem.rows, problem: problem.message }}
        tags={{ readers: (text) => <span className="for-readers">{text}</span> }}
      />
    </button>
  )
  const columns: readonly Column<ImportProblem>[] = [
    { id: 'problem', label: t('Problem'), cell: ({ message }) => message },
    ...countColumns(),
    ...(onShow ? [{ label: t('See'), kind: 'actions' as const, cell: showButton }] : []),
  ]
  return (
    <div className="imports-problems">
      <DataTable caption={t('Problems')} columns={columns} rows={problems} keyOf={keyOfProblem} />
    </div>
  )
}
