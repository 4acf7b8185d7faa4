// HTML has no element for the list of a combobox.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { ReactNode } from 'react'
import type { Group, Item } from './palette-items.ts'
import { t } from '#domain/messages/t.ts'

interface PaletteListProps {
  id: string
  groups: readonly Group[]
  active: string | undefined
  onRun: (item: Item, inNewTab: boolean) => void
}

export function PaletteList({ id, groups, active, onRun }: PaletteListProps): ReactNode {
  if (groups.length === 0) return null
  let at = 0
  return (
    <div role="listbox" id={id} className="palette-list" aria-label={t('Matches')}>
      {groups.map(({ label, items }) => (
        <div key={label} role="group" aria-label={label}>
          <div className="palette-group" role="presentation">
            {label}
          </div>
          {items.map((item) => (
            // Keys are handled by the text field, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={item.id}
              id={`${id}-${at++}`}
              role="option"
              aria-selected={item.id === active}
              className={item.id === active ? 'palette-option is-active' : 'palette-option'}
              ref={item.id === active ? scrollIntoView : undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={(event) => onRun(item, event.ctrlKey || event.metaKey)}
            >
              <span className="palette-label">{item.label}</span>
              <span className="palette-hint">{item.hint}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const scrollIntoView = (element: Element | null): void => element?.scrollIntoView({ block: 'nearest' })
