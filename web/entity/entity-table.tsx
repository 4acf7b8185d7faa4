import type { ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'

interface EntityTableProps {
  entity: Entity
  records: readonly StoredRecord[]
  isBusy: boolean
  onDelete: ((record: StoredRecord) => void) | undefined
}

const mostColumns = 7

/** What tells records apart first, then the rest in the order of the form, as far as a screen is wide. */
export function columnsOf(entity: Entity): string[] {
  const first = [...entity.key.slice(-2), entity.sortedBy]
  const rest = Object.keys(entity.fields).filter((name) => !entity.fields[name]!.sensitive)
  const order = new Set([...first, ...rest.filter((name) => /name$/i.test(name)), ...rest])
  const chosen = [...order].slice(0, mostColumns)
  return Object.keys(entity.fields).length <= mostColumns ? Object.keys(entity.fields) : chosen
}

function tableColumns({ entity, onDelete }: EntityTableProps): Column<StoredRecord>[] {
  const columns: Column<StoredRecord>[] = columnsOf(entity).map((name) => {
    const field = entity.fields[name]!
    return { label: field.label, cell: (record) => field.show(record[name] ?? null) }
  })
  if (!onDelete) return columns
  const cell = (record: StoredRecord): ReactNode => (
    <Button
      tone="danger"
      aria-label={`Delete ${nameRecord(entity, record)}`}
      onClick={() => onDelete(record)}
    >
      Delete
    </Button>
  )
  return [...columns, { label: 'Delete', isControl: true, cell }]
}

export function EntityTable(props: EntityTableProps): ReactNode {
  const { entity, records, isBusy } = props
  return (
    <DataTable
      caption={entity.plural}
      columns={tableColumns(props)}
      rows={records}
      keyOf={(record) => record.id}
      isBusy={isBusy}
    />
  )
}
