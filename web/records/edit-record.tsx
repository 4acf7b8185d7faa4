import { type ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { EntityForm } from '../masters/form/entity-form.tsx'
import { loadFormSources } from '../masters/form/form-sources.ts'
import { useEntityForm } from '../masters/form/use-entity-form.ts'
import { NewRecordContext, type NewRecordDialogProps } from '../masters/new-choice/new-record-context.ts'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { useQuery } from '../ui/use-query.ts'
import { RecordPart } from './record-part.tsx'
import { t } from '#domain/messages/t.ts'

const NewRecordDialog = deferredDialog(
  async () => (await import('../masters/new-choice/new-record-dialog.tsx')).NewRecordDialog,
)

const renderNewRecord = (props: NewRecordDialogProps): ReactNode => <NewRecordDialog {...props} />

interface EditRecordProps {
  entity: Entity
  record: StoredRecord
  /** Called with the saved record, or without one after Cancel. */
  onClose: (saved?: StoredRecord) => void
}

/** The form of the record on its own page, in place of its values. */
export function EditRecord({ entity, record, onClose }: EditRecordProps): ReactNode {
  const form = useEntityForm(entity, { record })
  const { data: sources, error, reload } = useQuery([entity], (signal) => loadFormSources(entity, signal))
  const cancel = (): void => {
    const undo = form.isTouched ? form.clear() : undefined
    // The draft is discarded, so the record is shown as stored when it is opened again.
    notify(undo ? { tone: 'good', text: t('Changes discarded') } : null)
    onClose()
  }
  return (
    <RecordPart
      heading={t('Edit {name}', { name: nameRecord(entity, record) })}
      isLoading={!sources}
      problem={error}
      onRetry={() => void reload()}
    >
      {sources && (
        <div className="entity-page-long">
          <NewRecordContext value={renderNewRecord}>
            <EntityForm
              form={form}
              sources={sources}
              reload={() => void reload()}
              onSaved={onClose}
              onCancel={cancel}
            />
          </NewRecordContext>
        </div>
      )}
    </RecordPart>
  )
}
