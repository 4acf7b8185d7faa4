import { useId, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Icon } from '../../ui/icon.tsx'
import type { DraftTest } from './filter-draft.ts'
import { FilterValue } from './filter-value.tsx'
import { choicesFor, conditionLabel, type Choice } from './filter-labels.ts'
import { labelOf, listColumns } from '../list-columns.ts'
import { t } from '#domain/messages/t.ts'

interface FilterTestProps {
  entity: Entity
  part: DraftTest
  problem: string | undefined
  onChange: (part: DraftTest) => void
  onRemove: () => void
}

/** One row: a field, a condition and a value. */
export function FilterTest({ entity, part, problem, onChange, onRemove }: FilterTestProps): ReactNode {
  const columns = listColumns(entity)
  const column = columns.get(part.field)
  const choices = column ? choicesFor(column) : [part.choice]
  const problemId = useId()
  const chooseField = (field: string): void => {
    const next = columns.get(field)!
    // Keeps the condition for a field of the same kind; codes and choices are not valid for another field.
    const isSimilar = column?.as === next.as
    const keepsValues = isSimilar && next.as !== 'choice' && !next.field?.reference
    const choices = choicesFor(next)
    const choice = isSimilar && choices.includes(part.choice) ? part.choice : choices[0]!
    onChange({ ...part, field, choice, values: keepsValues ? part.values : [] })
  }
  return (
    <div className="filter-test">
      <select
        className="control"
        name="field"
        aria-label={t('Field')}
        value={part.field}
        onChange={(event) => chooseField(event.target.value)}
      >
        {!column && <option>{part.field}</option>}
        {[...columns.values()].map((each) => (
          <option key={each.name} value={each.name}>
            {labelOf(each)}
          </option>
        ))}
      </select>
      <select
        className="control"
        name="test"
        aria-label={t('Condition')}
        value={part.choice}
        onChange={(event) => onChange({ ...part, choice: event.target.value as Choice })}
      >
        {!choices.includes(part.choice) && (
          <option value={part.choice}>{conditionLabel(part.choice, column)}</option>
        )}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {conditionLabel(choice, column)}
          </option>
        ))}
      </select>
      <div className="filter-value">
        {column && part.choice !== 'empty' && part.choice !== 'filled' && (
          <FilterValue
            key={`${part.field} ${part.choice}`}
            entity={entity}
            column={column}
            part={part}
            problemId={problem ? problemId : undefined}
            onChange={(values) => onChange({ ...part, values })}
          />
        )}
      </div>
      <RemoveButton
        label={t('Remove the condition on {field}', { field: column ? labelOf(column) : part.field })}
        onClick={onRemove}
      />
      <p className="field-problem" id={problemId} aria-live="polite">
        {problem}
      </p>
    </div>
  )
}

export const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }): ReactNode => (
  <button type="button" className="row-action" aria-label={label} onClick={onClick}>
    <Icon name="close" />
  </button>
)
