import { useState, type ReactNode } from 'react'
import { entityNamed, referencesOf } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referring.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { placesOf } from '#domain/catalogue/relied-upon.ts'
import { fetchOptions } from '../api/options.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { RepointForm, type RepointDialogProps } from './repoint-form.tsx'

interface MoveDialogProps extends RepointDialogProps {
  entity: Entity
  record: StoredRecord
}

/** Another parent for a record and all below it. Of several places the nearest is asked for; the rest follows. */
export function MoveDialog({ entity, record, onClose, onDone }: MoveDialogProps): ReactNode {
  const field = placesOf(entity).at(-1)!
  const referring = referencesOf(entity).find(({ name }) => name === field)!
  const target = entityNamed(referring.reference.entity)
  const [chosen, setChosen] = useState({ code: '', title: '' as string | null })
  // A function stays within its company: only what the same record says otherwise is offered.
  const within = Object.entries(partsOfReference(referring)).filter(([, own]) => own !== field)
  const constraints = Object.fromEntries(within.map(([part, own]) => [part, String(record[own])]))
  const body = chosen.code ? { to: { [field]: chosen.code }, version: record.version } : undefined
  const label = `New ${target.singular.toLowerCase()}`
  return (
    <Dialog heading={`Move ${nameRecord(entity, record)}`} onClose={onClose}>
      <RepointForm
        entity={entity}
        id={record.id}
        verb="move"
        label="Move"
        body={body}
        onClose={onClose}
        onDone={onDone}
      >
        {(problems) => (
          <Field label={label} problem={problems[field]} hint={`It is under ${String(record[field])} now.`}>
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
      </RepointForm>
    </Dialog>
  )
}
