import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { BinnedRecord } from '#domain/api/records/bin.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { labelOf } from '../records/shown-field.ts'
import { t } from '#domain/messages/t.ts'

export const keyOf = ({ entity, id }: Pick<BinnedRecord, 'entity' | 'id'>): string => `${entity} ${id}`

interface BinColumnOptions {
  isBusy: boolean
  restore: (item: BinnedRecord) => void
}

export const binColumns = ({ isBusy, restore }: BinColumnOptions): readonly Column<BinnedRecord>[] => [
  { label: t('Record'), cell: (item) => <strong>{item.name}</strong> },
  { label: t('Values'), cell: (item) => <DeletedValues item={item} /> },
  {
    label: t('Deleted'),
    cell: ({ deletedAt, deletedBy }) => (
      <span>
        <Moment at={deletedAt} />
        {deletedBy && ` by ${deletedBy}`}
      </span>
    ),
  },
  {
    label: t('Restore'),
    kind: 'actions',
    cell: (item) => (
      <Button busy={isBusy} onClick={() => restore(item)}>
        Restore<span className="for-readers"> {item.name}</span>
      </Button>
    ),
  },
]

const maxShown = 4

function DeletedValues({ item }: { item: BinnedRecord }): ReactNode {
  const entity = entityNamed(item.entity)
  const facts = Object.entries(item.values).map(([name, text]) => `${labelOf(entity, name)}: ${text}`)
  return (
    <div>
      {facts.slice(0, maxShown).join(', ')}
      {facts.length > maxShown && (
        <details>
          <summary>
            All values<span className="for-readers"> of {item.name}</span>
          </summary>
          {facts.slice(maxShown).join(', ')}
        </details>
      )}
    </div>
  )
}
