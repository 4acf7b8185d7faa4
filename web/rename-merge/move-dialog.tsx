import { useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referrers.ts'
import { referencesOf, nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { parentFieldsOf } from '#domain/catalogue/identity-fields.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { fetchOptions } from '../api/options.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { RenameMergeForm, type RenameMergeDialogProps } from './rename-merge-form.tsx'
import { t } from '#domain/messages/t.ts'

interface MoveDialogProps extends RenameMergeDialogProps {
  entity: Entity
  record: StoredRecord
}

/** Moves a record and everything below it to another parent; of several parent fields only the nearest is chosen. */
export function MoveDialog({ entity, record, onClose, onDone }: MoveDialogProps): ReactNode {
  const field = parentFieldsOf(entity).at(-1)!
  const referring = referencesOf(entity).find(({ name }) => name === field)!
  const target = entityNamed(referring.reference.entity)
  const [chosen, setChosen] = useState<{ code: string; title: string | null }>({ code: '', title: '' })
  // The other key parts stay the same: a function, for example, stays in its company.
  const otherParts = Object.entries(partsOfReference(referring)).filter(([, own]) => own !== field)
  const constraints = Object.fromEntries(
    otherParts.map(([part, own]) => [part, showPlain(record[own] ?? null)]),
  )
  const body = chosen.code ? { to: { [field]: chosen.code }, version: record.version } : undefined
  const label = t('New {noun}', { noun: t(target.singular).toLowerCase() })
  return (
    <Dialog heading={t('Move {record}', { record: nameRecord(entity, record) })} onClose={onClose}>
      <RenameMergeForm
        entity={entity}
        id={record.id}
        verb="move"
        label={t('Move')}
        body={body}
        onClose={onClose}
        onDone={onDone}
      >
        {(problems) => (
          <Field
            label={label}
            problem={problems[field]}
            hint={t('Currently under {code}.', { code: showPlain(record[field] ?? null) })}
          >
            {(attributes) => (
              <Combobox
                name={field}
                label={label}
                value={chosen.code}
                title={chosen.title}
                attributes={attributes}
                load={(q) =>
                  fetchOptions({ entity: target, of: referring.reference.field, with: [], constraints, q })
                }
                onChoose={(code, option) => setChosen({ code, title: option?.title ?? null })}
              />
            )}
          </Field>
        )}
      </RenameMergeForm>
    </Dialog>
  )
}
