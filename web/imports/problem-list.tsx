import type { ReactNode } from 'react'
import type { ImportProblem } from '#domain/imports/import-job.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { count } from './import-words.ts'

/** Tells one problem from the others. */
export const keyOfProblem = ({ field, message }: Pick<ImportProblem, 'field' | 'message'>): string =>
  `${field}\n${message}`

interface ProblemListProps {
  problems: readonly ImportProblem[]
  /** Leads to their rows; not after something was changed, because then they are not known any more. */
  onShow: ((problem: string) => void) | undefined
}

/** What is wrong, each thing once, with how many rows have it. */
export function ProblemList({ problems, onShow }: ProblemListProps): ReactNode {
  const showButton = (problem: ImportProblem): ReactNode => (
    <button type="button" className="link" onClick={() => onShow?.(keyOfProblem(problem))}>
      See {problem.rows === 1 ? 'the row' : 'the rows'}
      <span className="for-readers"> with: {problem.message}</span>
    </button>
  )
  const columns: readonly Column<ImportProblem>[] = [
    { label: 'Problem', cell: ({ message }) => message },
    { label: 'Rows', cell: ({ rows }) => count(rows) },
    { label: 'First in row', cell: ({ first }) => count(first) },
    ...(onShow ? [{ label: 'See', isControl: true, cell: showButton }] : []),
  ]
  return (
    <div className="imports-problems">
      <DataTable caption="Problems" columns={columns} rows={problems} keyOf={keyOfProblem} />
    </div>
  )
}
