import { useState, type ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { titleText } from '#domain/catalogue/names/title-text.ts'
import { identityFieldsOf } from '#domain/catalogue/identity-fields.ts'
import { mask } from '#domain/mask.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { listRecords } from '../api/resources.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import type { Suggestion } from '../ui/code-name.ts'
import type { Suggestions } from '../ui/use-suggestions.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { RenameMergeForm, type RenameMergeDialogProps } from './rename-merge-form.tsx'
import { nameCodes, type Names } from '#domain/lists/names.ts'
import { namesIn } from '../api/records.ts'
import { useQuery } from '../ui/use-query.ts'
import { t } from '#domain/messages/t.ts'

interface MergeDialogProps extends RenameMergeDialogProps {
  entity: Entity
  record: StoredRecord
  /** The probable duplicate, if known. */
  other?: StoredRecord
}

type MergeCandidate = Suggestion & { record: StoredRecord }

/** Merges two records: chooses which one to keep, and which values to take from the other. */
export function MergeDialog({ entity, record, other: known, onClose, onDone }: MergeDialogProps): ReactNode {
  const [other, setOther] = useState(known)
  const [isSwapped, setSwapped] = useState(false)
  const [taken, setTaken] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [kept, merged] = isSwapped && other ? [other, record] : [record, other]
  const choosable = merged ? differingFields(entity, kept, merged) : []
  const take = Object.fromEntries(
    taken.filter((name) => choosable.includes(name)).map((name) => [name, 'other']),
  )
  const { data: names = {} } = useQuery([entity, record, other], async (signal) => {
    const [ofRecord, ofOther] = await Promise.all([
      namesIn(entity, record, signal),
      other ? namesIn(entity, other, signal) : {},
    ])
    return { [record.id]: ofRecord, ...(other && { [other.id]: ofOther }) }
  })
  const versions = merged && { [kept.id]: kept.version, [merged.id]: merged.version }
  const body = merged && { with: merged.id, versions, take }
  const label = t('Duplicate {record}', { record: labelInSentence(t(entity.singular)) })
  return (
    <Dialog
      heading={t('Merge {record}', { record: withTitle(entity, record) })}
      width="wide"
      onClose={onClose}
    >
      <RenameMergeForm
        entity={entity}
        id={kept.id}
        verb="merge"
        label={t('Merge')}
        body={body}
        onClose={onClose}
        onDone={onDone}
      >
        {() => (
          <>
            <Field label={label} hint={t('Search by code or name.')}>
              {(attributes) => (
                <Combobox<MergeCandidate>
                  name="with"
                  label={label}
                  value={other ? codeOf(entity, other) : typed}
                  title={other ? titleOfRecord(entity, other) : null}
                  attributes={attributes}
                  load={(q) => findCandidates(entity, record, q)}
                  onChoose={(value, found) => {
                    setTyped(value)
                    setOther(found?.record)
                    setTaken([])
                  }}
                />
              )}
            </Field>
            {merged && (
              <>
                <p>
                  {t('{kept} is kept. {merged} goes to the bin, and all references to it change to {code}.', {
                    kept: withTitle(entity, kept),
                    merged: withTitle(entity, merged),
                    code: codeOf(entity, kept),
                  })}{' '}
                  <Button tone="quiet" onClick={() => setSwapped(!isSwapped)}>
                    {t('Keep {code} instead', { code: codeOf(entity, merged) })}
                  </Button>
                </p>
                {choosable.length > 0 && (
                  <Choices
                    {...{ entity, kept, merged, choosable, taken, names }}
                    onTake={(name, isTaken) =>
                      setTaken(isTaken ? [...taken, name] : taken.filter((each) => each !== name))
                    }
                  />
                )}
              </>
            )}
          </>
        )}
      </RenameMergeForm>
    </Dialog>
  )
}

interface ChoicesProps {
  entity: Entity
  kept: StoredRecord
  merged: StoredRecord
  choosable: readonly string[]
  taken: readonly string[]
  /** The names of the codes of each record, by its id. */
  names: Readonly<Record<string, Names>>
  onTake: (name: string, isTaken: boolean) => void
}

function Choices({ entity, kept, merged, choosable, taken, names, onTake }: ChoicesProps): ReactNode {
  return (
    <div className="merge-choices">
      {choosable.map((name) => (
        <fieldset key={name} className="merge-choice">
          <legend>{t(entity.fields[name]!.label)}</legend>
          {[kept, merged].map((from) => (
            <label key={from.id} className="choice">
              <input
                type="radio"
                name={`take-${name}`}
                checked={taken.includes(name) === (from === merged)}
                onChange={() => onTake(name, from === merged)}
              />
              {formatValue(entity, from, name, names[from.id]) || t('none')}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

/** Fields with different values; those that other records refer to cannot be chosen. */
function differingFields(entity: Entity, one: StoredRecord, other: StoredRecord): string[] {
  const fixed = identityFieldsOf(entity)
  return Object.keys(entity.fields).filter(
    (name) =>
      !fixed.includes(name) && JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null),
  )
}

const codeOf = (entity: Entity, record: StoredRecord): string =>
  entity.key.map((name) => showPlain(record[name] ?? null)).join(' / ')

/** "Pool P-AHM Ahmedabad" */
const withTitle = (entity: Entity, record: StoredRecord): string =>
  [nameRecord(entity, record), titleOfRecord(entity, record)].filter(Boolean).join(' ')

const titleOfRecord = (entity: Entity, record: StoredRecord): string | null =>
  titleText(entity, entity.key.at(-1)!, record)

async function findCandidates(
  entity: Entity,
  self: StoredRecord,
  q: string,
): Promise<Suggestions<MergeCandidate>> {
  const { items, next } = await listRecords(entity, { q, limit: 20 })
  const found = items
    .filter(({ id }) => id !== self.id)
    .map((record) => ({
      value: codeOf(entity, record),
      title: titleOfRecord(entity, record),
      record,
    }))
  return { items: found, more: next !== null }
}

function formatValue(entity: Entity, record: StoredRecord, name: string, names: Names = {}): string {
  const { show, sensitive } = entity.fields[name]!
  const text = show(record[name] ?? null)
  return sensitive ? mask(text) : nameCodes(record[name] ?? '', names[name], text)
}
