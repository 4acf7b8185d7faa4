import type { ReactNode } from 'react'
import { DataTable, type Column } from './data-table.tsx'
import './change-table.css'
import { t } from '#domain/messages/t.ts'

export interface ChangedValue {
  name: string
  label: string
  /** Undefined for all values of a record that did not exist before, or does not any more. */
  before?: string | undefined
  after?: string | undefined
}

interface ChangeTableProps {
  caption: string
  /** The headings of the old and the new values; hidden unless given, because the marks explain themselves. */
  headings?: readonly [before: string, after: string]
  values: readonly ChangedValue[]
}

const labelColumn = (): Column<ChangedValue> => ({
  label: t('Field'),
  kind: 'name',
  cell: ({ label }) => label,
})
const beforeColumn = (label: string): Column<ChangedValue> => ({
  label,
  cell: ({ before }) => <del>{before || t('none')}</del>,
})
const afterColumn = (label: string): Column<ChangedValue> => ({
  label,
  cell: ({ after }) => <ins>{after || t('none')}</ins>,
})

/** Old and new values, field by field. */
export function ChangeTable({ caption, headings, values }: ChangeTableProps): ReactNode {
  const [before, after] = headings ?? [t('Before'), t('After')]
  const columns = [
    labelColumn(),
    ...(values.some((value) => value.before !== undefined) ? [beforeColumn(before)] : []),
    ...(values.some((value) => value.after !== undefined) ? [afterColumn(after)] : []),
  ]
  return (
    <DataTable
      look="plain"
      className="change-table changed-values"
      caption={caption}
      hidesHead={headings === undefined}
      columns={columns}
      rows={values}
      keyOf={({ name }) => name}
    />
  )
}
