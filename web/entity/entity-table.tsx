import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { useListLinks } from './list-links.ts'

interface EntityTableProps {
  entity: Entity
  records: readonly StoredRecord[]
  isBusy: boolean
  mayEdit: boolean
  onHistory: ((record: StoredRecord) => void) | undefined
  onDelete: ((record: StoredRecord) => void) | undefined
}

const mostColumns = 7

/** Where the first fields say too little of a record. */
const ownColumns: Readonly<Record<string, string>> = {
  customer: 'Customer_Code Customer_Name Customer_Phone City_Code Visit_In_Days Last_Visited',
  employee: 'employeeNumber name type phone cityCode',
  visit:
    'Visit_ID Customer_Code Status Planned_At Visited_On Assigned_To Contact_Mode Season_Recommendation Next_Visit_Suggested',
  application: 'Company_Code Appl_Code Appl_Name Module_Name Submodule_Name Process_Name',
}

/** What tells records apart first, then the rest in the order of the form, as far as a screen is wide. */
export function columnsOf(entity: Entity): string[] {
  const own = ownColumns[entity.name]
  if (own) return own.split(' ')
  const first = [...entity.key.slice(-2), entity.sortedBy]
  const rest = Object.keys(entity.fields).filter((name) => !entity.fields[name]!.sensitive)
  const order = new Set([...first, ...rest.filter((name) => /name$/i.test(name)), ...rest])
  const chosen = [...order].slice(0, mostColumns)
  return Object.keys(entity.fields).length <= mostColumns ? Object.keys(entity.fields) : chosen
}

export function EntityTable(props: EntityTableProps): ReactNode {
  const { entity, records, isBusy } = props
  const { search, changed } = useListLinks()
  const sorted = search.get('sort') ?? entity.sortedBy
  const columns: Column<StoredRecord>[] = columnsOf(entity).map((name) => {
    const field = entity.fields[name]!
    const isSorted = sorted.replace(/^-/, '') === name
    const isUp = isSorted && !sorted.startsWith('-')
    return {
      label: field.label,
      cell: (record) => field.show(record[name] ?? null),
      ...(!field.reference?.many && {
        sort: {
          to: changed({ sort: isUp ? `-${name}` : name }),
          direction: isSorted ? (isUp ? ('ascending' as const) : ('descending' as const)) : undefined,
        },
      }),
    }
  })
  if (props.mayEdit || props.onHistory || props.onDelete) {
    columns.push(actionsColumn(props))
  }
  return (
    <DataTable
      caption={entity.plural}
      columns={columns}
      rows={records}
      keyOf={(record) => record.id}
      isBusy={isBusy}
      current={search.get('edit') ?? undefined}
    />
  )
}

const actionsColumn = (props: EntityTableProps): Column<StoredRecord> => ({
  label: 'Actions',
  isControl: true,
  cell: (record) => <RowActions {...props} record={record} />,
})

function RowActions({
  entity,
  record,
  mayEdit,
  onHistory,
  onDelete,
}: EntityTableProps & { record: StoredRecord }): ReactNode {
  const { editing } = useListLinks()
  const { state } = useLocation()
  const name = nameRecord(entity, record)
  return (
    <div className="row-actions">
      {mayEdit && (
        <Link
          className="row-action"
          to={editing(record.id)}
          state={state}
          aria-label={`Edit ${name}`}
          title="Edit"
          preventScrollReset
        >
          <Icon name="edit" />
        </Link>
      )}
      {onHistory && (
        <button
          type="button"
          className="row-action"
          aria-label={`History of ${name}`}
          title="History"
          onClick={() => onHistory(record)}
        >
          <Icon name="clock" />
        </button>
      )}
      {onDelete && (
        <button
          type="button"
          className="row-action row-action-danger"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={() => onDelete(record)}
        >
          <Icon name="bin" />
        </button>
      )}
    </div>
  )
}
