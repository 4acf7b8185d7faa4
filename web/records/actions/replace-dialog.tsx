import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { labelInSentence } from '../../masters/label-in-sentence.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { t } from '#domain/messages/t.ts'

interface ReplaceDialogProps {
  entity: Entity
  onReplace: () => void
  onKeep: () => void
  onClose: () => void
}

/** Asks before a copy replaces the unsaved content of the form. */
export function ReplaceDialog({ entity, onReplace, onKeep, onClose }: ReplaceDialogProps): ReactNode {
  return (
    <Dialog
      heading={t('A new {kind} has not been saved yet', { kind: labelInSentence(t(entity.singular)) })}
      onClose={onClose}
    >
      <div className="stack">
        <span>{t('The form has unsaved content. The copy would replace it.')}</span>
        <DialogActions>
          <Button tone="main" onClick={onReplace}>
            {t('Replace with the copy')}
          </Button>
          <Button onClick={onKeep}>{t('Keep the unsaved content')}</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
