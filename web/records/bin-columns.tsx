import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Binned } from '#domain/record-page.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { labelOf } from './shown-field.ts'

export const keyOf = ({ entity, id }: Pick<Binned, 'entity' | 'id'>): string => `${entity} ${id}`

interface Choosing {
  chosen: ReadonlySet<string>
  choose: (item: Binned, isChosen: boolean) => void
  isBusy: boolean
  restore: (item: Binned) => void
}

export const binColumns = ({ chosen, choose, isBusy, restore }: Choosing): readonly Column<Binned>[] => [
  {
    label: 'Choose',
    isControl: true,
    cell: (item) => (
      <label className="choice">
        <input
          type="checkbox"
          checked={chosen.has(keyOf(item))}
          onChange={(event) => choose(item, event.target.checked)}
        />
        <span className="for-readers">{item.name}</span>
      </label>
    ),
  },
  { label: 'What', cell: (item) => <strong>{item.name}</strong> },
  { label: 'What it was', cell: (item) => <WhatItWas item={item} /> },
  {
    label: 'Deleted',
    cell: ({ deletedAt, deletedBy }) => (
      <span>
        <Moment at={deletedAt} />
        {deletedBy && ` by ${deletedBy}`}
      </span>
    ),
  },
  {
    label: 'Restore',
    isControl: true,
    cell: (item) => (
      <Button busy={isBusy} onClick={() => restore(item)}>
        Restore<span className="for-readers"> {item.name}</span>
      </Button>
    ),
  },
]

const mostShown = 4

function WhatItWas({ item }: { item: Binned }): ReactNode {
  const entity = entityNamed(item.entity)
  const facts = Object.entries(item.values).map(([name, text]) => `${labelOf(entity, name)}: ${text}`)
  return (
    <div>
      {facts.slice(0, mostShown).join(', ')}
      {facts.length > mostShown && (
        <details>
          <summary>
            All values<span className="for-readers"> of {item.name}</span>
          </summary>
          {facts.slice(mostShown).join(', ')}
        </details>
      )}
    </div>
  )
}
