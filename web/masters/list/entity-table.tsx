import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { hasLocalName, localNameField } from '#domain/catalogue/names/local-name.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import type { Names } from '#domain/lists/names.ts'
import type { Column, DataTableProps } from '../../ui/data-table.tsx'
import { NamedCodes } from '../../ui/named-codes.tsx'
import { Icon } from '../../ui/icon.tsx'
import { columnsOf } from './entity-columns.ts'
import { useListLinks } from './list-links.ts'
import { RetiredMark } from '../retired-mark.tsx'
import { shownValue } from '../shown-value.ts'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

interface EntityTableOptions {
  entity: Entity
  names: Names
  mayEdit: boolean
  onHistory: ((record: StoredRecord) => void) | undefined
  onDelete: ((record: StoredRecord) => void) | undefined
}

/** The columns of the list under a form. */
export function useEntityTable(
  options: EntityTableOptions,
): Pick<DataTableProps<StoredRecord>, 'columns' | 'keyOf' | 'current'> {
  const { entity, names } = options
  const { search, changed } = useListLinks()
  const sorted = search.get('sort') ?? entity.sortedBy
  const columns: Column<StoredRecord>[] = columnsOf(entity).map((name, at) => {
    const field = entity.fields[name]!
    const isSorted = sorted.replace(/^-/, '') === name
    const isUp = isSorted && !sorted.startsWith('-')
    return {
      ...idOf(entity, name),
      label: t(field.label),
      kind: field.typedIn.as === 'number' ? 'number' : undefined,
      cell: (record) => (
        <>
          {names[name] ? (
            <NamedCodes value={record[name]} names={names[name]} />
          ) : (
            shownName(
              shownValue(field, record[name] ?? null),
              hasLocalName(entity, name) && record[localNameField],
            )
          )}
          {at === 0 && <RetiredMark record={record} />}
        </>
      ),
      ...(!field.reference?.many && {
        sort: {
          to: changed({ sort: isUp ? `-${name}` : name }),
          direction: isSorted ? (isUp ? ('ascending' as const) : ('descending' as const)) : undefined,
        },
      }),
    }
  })
  if (options.mayEdit || options.onHistory || options.onDelete) columns.push(actionsColumn(options))
  return { columns, keyOf: ({ id }) => id, current: search.get('edit') ?? undefined }
}

/** Columns whose values stay on one line. */
function idOf(entity: Entity, name: string): { id?: string } {
  const { kind, column } = entity.fields[name]!
  if (kind === 'phone') return { id: 'phone' }
  const isOwnCode =
    entity.key.includes(name) && column.type === 'text' && (column.maxLength ?? Infinity) <= limits.code
  return isOwnCode ? { id: 'code' } : {}
}

const actionsColumn = (options: EntityTableOptions): Column<StoredRecord> => ({
  label: t('Actions'),
  kind: 'actions',
  cell: (record) => <RowActions {...options} record={record} />,
})

function RowActions({
  entity,
  record,
  mayEdit,
  onHistory,
  onDelete,
}: EntityTableOptions & { record: StoredRecord }): ReactNode {
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
          aria-label={t('Edit {name}', { name })}
          title={t('Edit')}
          preventScrollReset
        >
          <Icon name="edit" />
        </Link>
      )}
      {onHistory && (
        <button
          type="button"
          className="row-action"
          aria-label={t('History of {name}', { name })}
          title={t('History')}
          onClick={() => onHistory(record)}
        >
          <Icon name="clock" />
        </button>
      )}
      {onDelete && (
        <button
          type="button"
          className="row-action row-action-danger"
          aria-label={t('Delete {name}', { name })}
          title={t('Delete')}
          onClick={() => onDelete(record)}
        >
          <Icon name="bin" />
        </button>
      )}
    </div>
  )
}
