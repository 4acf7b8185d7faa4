import { createContext, type ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'

export interface NewRecordDialogProps {
  entity: Entity
  /** The form that needs the record. */
  within: string
  given: Readonly<Record<string, string>>
  onSaved: (record: StoredRecord) => void
  onClose: () => void
}

/** Renders the dialog for a missing record. It contains a form, so it is passed by context to avoid an import cycle. */
export const NewRecordContext = createContext<((props: NewRecordDialogProps) => ReactNode) | null>(null)
