import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import '../styles/list-dialogs.css'
import { BulkDelete } from './bulk-delete.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { SortDialog } from './sort-dialog.tsx'
import type { Picks } from './use-picks.ts'

export type OpenDialog = 'filter' | 'sort' | 'columns' | 'keys' | 'edit' | 'delete'

interface ListDialogsProps {
  entity: Entity
  which: OpenDialog
  picks: Picks
  onClose: () => void
}

export function ListDialogs({ entity, which, picks, onClose }: ListDialogsProps): ReactNode {
  switch (which) {
    case 'filter':
      return <FilterDialog entity={entity} onClose={onClose} />
    case 'sort':
      return <SortDialog entity={entity} onClose={onClose} />
    case 'columns':
      return <ColumnsDialog entity={entity} onClose={onClose} />
    case 'edit':
      return <BulkEdit entity={entity} picks={picks} onClose={onClose} />
    case 'delete':
      return <BulkDelete entity={entity} picks={picks} onClose={onClose} />
    default:
      return <KeysDialog onClose={onClose} />
  }
}
