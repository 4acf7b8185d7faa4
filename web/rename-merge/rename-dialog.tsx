import { useState, type ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { renamableFields } from '#domain/catalogue/identity-fields.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { RenameMergeForm, type RenameMergeDialogProps } from './rename-merge-form.tsx'
import { t } from '#domain/messages/t.ts'

interface RenameDialogProps extends RenameMergeDialogProps {
  entity: Entity
  record: StoredRecord
}

/** Changes the code or the name of a record everywhere it is used. */
export function RenameDialog({ entity, record, onClose, onDone }: RenameDialogProps): ReactNode {
  const fields = renamableFields(entity)
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(fields.map((name) => [name, showPlain(record[name] ?? null)])),
  )
  const changed = fields.filter((name) => typed[name] !== showPlain(record[name] ?? null))
  const to = Object.fromEntries(changed.map((name) => [name, typed[name]]))
  const body = changed.length > 0 ? { to, version: record.version } : undefined
  return (
    <Dialog heading={t('Rename {record}', { record: nameRecord(entity, record) })} onClose={onClose}>
      <RenameMergeForm
        entity={entity}
        id={record.id}
        verb="rename"
        label={t('Rename')}
        body={body}
        onClose={onClose}
        onDone={onDone}
      >
        {(problems) =>
          fields.map((name) => (
            <Field key={name} label={t(entity.fields[name]!.label)} problem={problems[name]}>
              {(attributes) => (
                <input
                  {...attributes}
                  className="control"
                  name={name}
                  autoComplete="off"
                  maxLength={entity.fields[name]!.typedIn.maxLength ?? limits.name}
                  value={typed[name]}
                  onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                />
              )}
            </Field>
          ))
        }
      </RenameMergeForm>
    </Dialog>
  )
}
