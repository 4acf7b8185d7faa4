import { useState, type ReactNode } from 'react'
import { RecordPart } from '../../records/record-part.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { exportPersonalData } from './personal-data-api.ts'
import { t } from '#domain/messages/t.ts'

/** What a person may ask for: a copy of everything, and that it is erased. For administrators. */
export function PersonalDataPart({ id }: Readonly<{ id: string }>): ReactNode {
  const [isErasing, setErasing] = useState(false)
  const { isBusy, submit } = useSubmit({
    send: () => exportPersonalData(id),
    success: ({ name }) => ({
      text: t('{name} saved', { name }),
      detail: t('The export is recorded in the audit too.'),
    }),
    failure: t('Could not export the personal data'),
    onSuccess: ({ name, content }) => saveFile(name, content),
  })
  return (
    <RecordPart heading={t('Personal data')}>
      <p className="record-actions">
        <Button busy={isBusy} onClick={() => void submit(undefined)}>
          {t('Export everything as JSON')}
        </Button>
        <Button tone="danger" onClick={() => setErasing(true)}>
          {t('Erase…')}
        </Button>
      </p>
      {isErasing && <EraseDialog id={id} onClose={() => setErasing(false)} />}
    </RecordPart>
  )
}
