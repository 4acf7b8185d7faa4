import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { labelInSentence } from '../../masters/label-in-sentence.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SubtreeFields } from './subtree-fields.tsx'
import {
  draftOf,
  filterOf,
  isDraftGroup,
  isDraftTest,
  newGroup,
  newTest,
  problemsIn,
  type DraftGroup,
  type DraftPart,
} from './filter-draft.ts'
import { FilterTest, RemoveButton } from './filter-test.tsx'
import { describeWhere } from './filter-labels.ts'
import './expressions.ts'
import { levelsOf } from './levels-of.ts'
import { useListAddress } from '../list-address.ts'
import { t } from '#domain/messages/t.ts'

/** Conditions in rows, and groups of them one level deep. The list changes only when the filter is applied. */
export function FilterDialog({ entity, onClose }: { entity: Entity; onClose: () => void }): ReactNode {
  const address = useListAddress(entity)
  const navigate = useNavigate()
  const [below, setBelow] = useState(address.below)
  const [draft, setDraft] = useState(() => {
    const started = draftOf(address.filter)
    return started.parts.length > 0 ? started : { ...started, parts: [newTest(entity)] }
  })
  const [problems, setProblems] = useState<Record<number, string>>({})
  const setParts = (parts: readonly DraftPart[]): void => setDraft({ ...draft, parts })
  const change = (part: DraftPart): void => {
    setProblems({})
    setParts(draft.parts.map((each) => (each.key === part.key ? part : each)))
  }
  const remove = (part: DraftPart): void => setParts(draft.parts.filter((each) => each !== part))

  const apply = (event: FormEvent): void => {
    event.preventDefault()
    const [only] = draft.parts
    // The blank first row may stay unused.
    const isUntouched = draft.parts.length === 1 && only && isDraftTest(only) && only.values.length === 0
    const isBlank = isUntouched && only.choice !== 'empty' && only.choice !== 'filled'
    const applied = isBlank && address.filter.parts.length === 0 ? { ...draft, parts: [] } : draft
    const found = problemsIn(entity, applied)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    onClose()
    void navigate(
      address.to({ filter: filterOf(applied), below: below.filter(({ code }) => code.trim() !== '') }),
      { preventScrollReset: true },
    )
  }
  return (
    <Dialog
      heading={t('Filter {records}', { records: labelInSentence(t(entity.plural)) })}
      width="wide"
      onClose={onClose}
    >
      <form className="filter-form" noValidate onSubmit={apply}>
        {levelsOf(entity).length > 0 && <SubtreeFields entity={entity} below={below} onChange={setBelow} />}
        {draft.parts.length > 1 && (
          <MatchSelect
            label={t('Records that meet')}
            name="how"
            value={draft.how}
            onChange={(how) => setDraft({ ...draft, how })}
          />
        )}
        <ul className="filter-parts">
          {draft.parts.map((part) => (
            <li key={part.key}>
              {isDraftTest(part) ? (
                <FilterTest
                  entity={entity}
                  part={part}
                  problem={problems[part.key]}
                  onChange={change}
                  onRemove={() => remove(part)}
                />
              ) : isDraftGroup(part) ? (
                <Group
                  entity={entity}
                  group={part}
                  problems={problems}
                  onChange={change}
                  onRemove={() => remove(part)}
                />
              ) : (
                <div className="filter-nested">
                  {describeWhere(entity, part.where)}
                  <RemoveButton label={t('Remove this condition')} onClick={() => remove(part)} />
                </div>
              )}
            </li>
          ))}
        </ul>
        <div className="filter-adds">
          <Button tone="quiet" onClick={() => setParts([...draft.parts, newTest(entity)])}>
            <Icon name="plus" />
            {t('Condition')}
          </Button>
          <Button
            tone="quiet"
            onClick={() => setParts([...draft.parts, newGroup(entity, draft.how === 'all' ? 'any' : 'all')])}
          >
            <Icon name="plus" />
            {t('Group')}
          </Button>
        </div>
        <DialogActions>
          <Button type="submit" tone="main">
            {t('Apply')}
          </Button>
          <Button
            onClick={() => {
              setBelow([])
              setDraft({ how: 'all', parts: [] })
            }}
          >
            {t('Clear')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface MatchSelectProps {
  label: string
  name: string
  value: 'all' | 'any'
  onChange: (how: 'all' | 'any') => void
}

function MatchSelect({ label, name, value, onChange }: MatchSelectProps): ReactNode {
  return (
    <label className="filter-how">
      {label}
      <select
        className="control"
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value as 'all' | 'any')}
      >
        <option value="all">{t('all of these')}</option>
        <option value="any">{t('any of these')}</option>
      </select>
    </label>
  )
}

interface GroupProps {
  entity: Entity
  group: DraftGroup
  problems: Readonly<Record<number, string>>
  onChange: (group: DraftGroup) => void
  onRemove: () => void
}

function Group({ entity, group, problems, onChange, onRemove }: GroupProps): ReactNode {
  const { tests } = group
  return (
    <fieldset className="filter-group">
      <legend className="for-readers">{t('Group')}</legend>
      <div className="filter-group-head">
        <MatchSelect
          label={t('That meet')}
          name="how of the group"
          value={group.how}
          onChange={(how) => onChange({ ...group, how })}
        />
        <RemoveButton label={t('Remove the group')} onClick={onRemove} />
      </div>
      {tests.map((test) => (
        <FilterTest
          key={test.key}
          entity={entity}
          part={test}
          problem={problems[test.key]}
          onChange={(changed) =>
            onChange({ ...group, tests: tests.map((each) => (each.key === changed.key ? changed : each)) })
          }
          onRemove={() => onChange({ ...group, tests: tests.filter((each) => each !== test) })}
        />
      ))}
      <Button tone="quiet" onClick={() => onChange({ ...group, tests: [...tests, newTest(entity)] })}>
        <Icon name="plus" />
        {t('Condition in this group')}
      </Button>
    </fieldset>
  )
}
