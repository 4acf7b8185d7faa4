import type { ReactNode } from 'react'
import type { BinnedRecord } from '#domain/api/records/bin.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { RichText } from '../messages/rich-text.tsx'
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
        {deletedBy ? (
          <RichText
            message="<moment></moment> by {name}"
            values={{ name: deletedBy }}
            tags={{ moment: () => <Moment at={deletedAt} /> }}
          />
        ) : (
          <Moment at={deletedAt} />
        )}
      </span>
    ),
  },
  {
    label: t('Restore'),
    kind: 'actions',
    cell: (item) => (
      <Button
        busy={isBusy}
        aria-label={t('Restore {name}', { name: item.name })}
        onClick={() => restore(item)}
      >
        {t('Restore')}
      </Button>
    ),
  },
]

const maxShown = 4

function DeletedValues({ item }: { item: BinnedRecord }): ReactNode {
  const facts = Object.entries(item.values).map(([name, text]) => `${item.labels[name]}: ${text}`)
  return (
    <div>
      {facts.slice(0, maxShown).join(', ')}
      {facts.length > maxShown && (
        <details>
          <summary>
            <RichText
              message="All values<readers> of {name}</readers>"
              values={{ name: item.name }}
              tags={{ readers: (text) => <span className="for-readers">{text}</span> }}
            />
          </summary>
          {facts.slice(maxShown).join(', ')}
        </details>
      )}
    </div>
  )
}
