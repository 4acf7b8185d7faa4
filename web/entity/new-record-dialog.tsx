import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { useMay } from '../api/use-may.ts'
import { Dialog, focusFirstField } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EntityForm } from './entity-form.tsx'
import { loadFormSources, type FormSources } from './form-sources.ts'
import { inSentence } from './in-sentence.ts'
import { useEntityForm } from './use-entity-form.ts'

interface NewRecordDialogProps {
  entity: Entity
  /** The form that is waiting for the record. */
  within: string
  given: Readonly<Record<string, string>>
  onSaved: (record: StoredRecord) => void
  onClose: () => void
}

/** The form of another master on top of the one at hand. It can itself be missing something: then one more opens. */
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
    <Dialog heading={`New ${inSentence(entity.singular)}`} width="wide" onClose={onClose}>
      <div ref={body}>
        {sources ? (
          <EntityForm
            form={form}
            sources={sources}
            reload={load}
            onSaved={onSaved}
            onSavedBefore={(record, takeChanges) => {
              // Without the draft and its used key, so that the next record made here is another one.
              if (may('update', entity.name)) takeChanges()
              else form.clear()
              onSaved(record)
            }}
            onCancel={onClose}
          />
        ) : (
          <Skeleton lines={Object.keys(entity.fields).length} />
        )}
      </div>
    </Dialog>
  )
}
