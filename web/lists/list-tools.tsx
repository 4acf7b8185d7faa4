import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useListAddress } from './list-address.ts'
import type { OpenDialog } from './dialogs/list-dialogs.tsx'
import { t } from '#domain/messages/t.ts'

interface ListToolsProps {
  entity: Entity
  onOpen: (which: OpenDialog) => void
}

export function ListTools({ entity, onOpen }: ListToolsProps): ReactNode {
  const { search, filter, below, areChosen, sorts } = useListAddress(entity)
  const filterCount = filter.parts.length + below.length
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => onOpen('filter')}>
        <Icon name="filter" />
        {t('Filter')} {filterCount > 0 && <span className="list-count">{filterCount}</span>}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => onOpen('sort')}>
        {t('Sort')} {sorts.length > 1 && <span className="list-count">{sorts.length}</span>}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => onOpen('columns')}>
        {t('Columns')} {areChosen && <span className="list-count">{t('custom')}</span>}
      </Button>
      <SavedViews screen={`/lists/${entity.path}`} query={search.toString()} />
    </>
  )
}
