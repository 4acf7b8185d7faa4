import type { ReactNode } from 'react'
import type { ImportProblem } from '#domain/api/imports/import-values.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { formatCount } from '../import-format.ts'
import { t } from '#domain/messages/t.ts'

export const keyOfProblem = ({ field, message }: Pick<ImportProblem, 'field' | 'message'>): string =>
  `${field}\n${message}`

interface ProblemListProps {
  problems: readonly ImportProblem[]
  /** Opens the rows of a problem; undefined after a change, because the rows are then out of date. */
  onShow: ((problem: string) => void) | undefined
}

/** Lists each problem once with its number of rows. */
export function ProblemList({ problems, onShow }: ProblemListProps): ReactNode {
  const showButton = (problem: ImportProblem): ReactNode => (
    <button type="button" className="link" onClick={() => onShow?.(keyOfProblem(problem))}>
      See {problem.rows === 1 ? t('the row') : t('the rows')}
      <span className="for-readers"> with: {problem.message}</span>
    </button>
  )
  const columns: readonly Column<ImportProblem>[] = [
    { label: t('Problem'), cell: ({ message }) => message },
    { label: t('Rows'), kind: 'number', cell: ({ rows }) => formatCount(rows) },
    { label: t('First in row'), kind: 'number', cell: ({ first }) => formatCount(first) },
    ...(onShow ? [{ label: t('See'), kind: 'actions' as const, cell: showButton }] : []),
  ]
  return (
    <div className="imports-problems">
      <DataTable caption={t('Problems')} columns={columns} rows={problems} keyOf={keyOfProblem} />
    </div>
  )
}
