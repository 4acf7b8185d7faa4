import { useState, type ReactNode } from 'react'
import { useMay } from '../api/use-may.ts'
import { EraseDialog } from '../users/personal-data/erase-dialog.tsx'
import { PersonalDataActions } from '../users/personal-data/personal-data-actions.tsx'
import { RecordPart } from './record-part.tsx'
import { t } from '#domain/messages/t.ts'

/** The personal data of a customer, employee or user on its page, for administrators; nothing for other records. */
export function PersonalDataPart({ entity, id }: Readonly<{ entity: string; id: string }>): ReactNode {
  const [isErasing, setErasing] = useState(false)
  const may = useMay()
  if (entity !== 'customer' && entity !== 'employee' && entity !== 'staffUser') return null
  if (!may('delete', 'account') || !may('export', entity) || !may('delete', entity)) return null
  const person = { entity, id } as const
  return (
    <RecordPart heading={t('Personal data')}>
      <PersonalDataActions person={person} onErase={() => setErasing(true)} />
      {isErasing && <EraseDialog person={person} onClose={() => setErasing(false)} />}
    </RecordPart>
  )
}
