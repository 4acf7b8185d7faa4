import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useMay } from '../../api/use-may.ts'
import { Dialog, focusFirstField } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EntityForm } from '../form/entity-form.tsx'
import { loadFormSources, type FormSources } from '../form/form-sources.ts'
import { labelInSentence } from '../label-in-sentence.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { NewRecordContext, type NewRecordDialogProps } from './new-record-context.ts'
import { t } from '#domain/messages/t.ts'

/** The form of another master in a dialog, which can open further ones for its own missing records. */
export function NewRecordDialog({
  entity,
  within,
  given,
  onSaved,
  onClose,
}: NewRecordDialogProps): ReactNode {
  const form = useEntityForm(entity, { within, given })
  const may = useMay()
  const [sources, setSources] = useState<FormSources>()
  const load = useCallback((): void => void loadFormSources(entity).then(setSources), [entity])
  useEffect(load, [load])
  const body = useRef<HTMLDivElement>(null)
  const isLoaded = sources !== undefined
  useEffect(() => {
    if (isLoaded) focusFirstField(body.current?.closest('dialog') ?? null)
  }, [isLoaded])
  return (
    <Dialog
      heading={t('New {noun}', { noun: labelInSentence(entity.singular) })}
      width="wide"
      onClose={onClose}
    >
      <div ref={body}>
        {sources ? (
          <NewRecordContext value={renderAnother}>
            <EntityForm
              form={form}
              sources={sources}
              reload={load}
              onSaved={onSaved}
              onSavedBefore={(record, moveChanges) => {
                // Removes the draft with its used key, so that the next record is a new one.
                if (may('update', entity.name)) moveChanges()
                else form.clear()
                onSaved(record)
              }}
              onCancel={onClose}
            />
          </NewRecordContext>
        ) : (
          <Skeleton lines={Object.keys(entity.fields).length} />
        )}
      </div>
    </Dialog>
  )
}

const renderAnother = (props: NewRecordDialogProps): ReactNode => <NewRecordDialog {...props} />
