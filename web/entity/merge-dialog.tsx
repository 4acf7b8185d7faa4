import { useState, type ReactNode } from 'react'
import { nameRecord, titleOf, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { reliedUpon } from '#domain/catalogue/relied-upon.ts'
import { mask } from '#domain/mask.ts'
import { listRecords } from '../api/resources.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import type { Suggestion, Suggestions } from '../ui/use-suggestions.ts'
import { inSentence } from './in-sentence.ts'
import { RepointForm, type RepointDialogProps } from './repoint-form.tsx'

interface MergeDialogProps extends RepointDialogProps {
  entity: Entity
  record: StoredRecord
  /** The one it may be the same as, where that is known. */
  other?: StoredRecord
}

type Found = Suggestion & { record: StoredRecord }

/** One record out of two: which one stays, and what it takes from the other. */
export function MergeDialog({ entity, record, other: known, onClose, onDone }: MergeDialogProps): ReactNode {
  const [other, setOther] = useState(known)
  const [isSwapped, setSwapped] = useState(false)
  const [taken, setTaken] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [kept, gone] = isSwapped && other ? [other, record] : [record, other]
  const choosable = gone ? differing(entity, kept, gone) : []
  const take = Object.fromEntries(
    taken.filter((name) => choosable.includes(name)).map((name) => [name, 'other']),
  )
  const versions = gone && { [kept.id]: kept.version, [gone.id]: gone.version }
  const body = gone && { with: gone.id, versions, take }
  const label = `The same ${inSentence(entity.singular)}, entered twice`
  return (
    <Dialog heading={`Merge ${nameRecord(entity, record)}`} width="wide" onClose={onClose}>
      <RepointForm
        entity={entity}
        id={kept.id}
        verb="merge"
        label="Merge"
        body={body}
        onClose={onClose}
        onDone={onDone}
      >
        {() => (
          <>
            <Field label={label} hint="Found by code or name.">
              {(attributes) => (
                <Combobox<Found>
                  name="with"
                  label={label}
                  value={other ? codeOf(entity, other) : typed}
                  title={other ? (titled(entity, other) ?? null) : null}
                  attributes={attributes}
                  load={(q) => find(entity, record, q)}
                  onChoose={(value, found) => {
                    setTyped(value)
                    setOther(found?.record)
                    setTaken([])
                  }}
                />
              )}
            </Field>
            {gone && (
              <>
                <p>
                  {nameRecord(entity, kept)} stays. {nameRecord(entity, gone)} goes to the bin, and whatever
                  refers to it refers to {codeOf(entity, kept)}.{' '}
                  <Button tone="quiet" onClick={() => setSwapped(!isSwapped)}>
                    Keep {codeOf(entity, gone)} instead
                  </Button>
                </p>
                {choosable.length > 0 && (
                  <Choices
                    {...{ entity, kept, gone, choosable, taken }}
                    onTake={(name, isTaken) =>
                      setTaken(isTaken ? [...taken, name] : taken.filter((each) => each !== name))
                    }
                  />
                )}
              </>
            )}
          </>
        )}
      </RepointForm>
    </Dialog>
  )
}

interface ChoicesProps {
  entity: Entity
  kept: StoredRecord
  gone: StoredRecord
  choosable: readonly string[]
  taken: readonly string[]
  onTake: (name: string, isTaken: boolean) => void
}

function Choices({ entity, kept, gone, choosable, taken, onTake }: ChoicesProps): ReactNode {
  return (
    <div className="merge-choices">
      {choosable.map((name) => (
        <fieldset key={name} className="merge-choice">
          <legend>{entity.fields[name]!.label}</legend>
          {[kept, gone].map((from) => (
            <label key={from.id} className="choice">
              <input
                type="radio"
                name={`take-${name}`}
                checked={taken.includes(name) === (from === gone)}
                onChange={() => onTake(name, from === gone)}
              />
              {shownIn(entity, from, name) || 'none'}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

/** What others refer to stays as it is: it is how they find the record. */
function differing(entity: Entity, one: StoredRecord, other: StoredRecord): string[] {
  const fixed = reliedUpon(entity)
  return Object.keys(entity.fields).filter(
    (name) =>
      !fixed.includes(name) && JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null),
  )
}

const codeOf = (entity: Entity, record: StoredRecord): string =>
  entity.key.map((name) => String(record[name])).join(' / ')

function titled(entity: Entity, record: StoredRecord): string | undefined {
  const title = titleOf(entity, entity.key.at(-1)!)
  return title && String(record[title])
}

async function find(entity: Entity, self: StoredRecord, q: string): Promise<Suggestions<Found>> {
  const { items, next } = await listRecords(entity, { q, limit: 20 })
  const found = items
    .filter(({ id }) => id !== self.id)
    .map((record) => ({ value: codeOf(entity, record), title: titled(entity, record) ?? null, record }))
  return { items: found, more: next !== null }
}

function shownIn(entity: Entity, record: StoredRecord, name: string): string {
  const { show, sensitive } = entity.fields[name]!
  const text = show(record[name] ?? null)
  return sensitive ? mask(text) : text
}
