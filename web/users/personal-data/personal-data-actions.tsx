import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { exportPersonalData, type PersonOf } from './personal-data-api.ts'
import { t } from '#domain/messages/t.ts'

interface PersonalDataActionsProps {
  person: PersonOf
  /** Absent if it cannot be erased here. */
  onErase?: (() => void) | undefined
}

/** What a person may ask for: a copy of everything, and that it is erased. For administrators. */
export function PersonalDataActions({ person, onErase }: Readonly<PersonalDataActionsProps>): ReactNode {
  const { isBusy, submit } = useSubmit({
    send: () => exportPersonalData(person),
    success: ({ name }) => ({
      text: t('{name} saved', { name }),
      detail: t('The export is recorded in the audit too.'),
    }),
    failure: t('Could not export the personal data'),
    onSuccess: ({ name, content }) => saveFile(name, content),
  })
  return (
    <p className="record-actions">
      <Button busy={isBusy} onClick={() => void submit(undefined)}>
        {t('Export everything as JSON')}
      </Button>
      {onErase && (
        <Button tone="danger" onClick={onErase}>
          {t('Erase…')}
        </Button>
      )}
    </p>
  )
}
