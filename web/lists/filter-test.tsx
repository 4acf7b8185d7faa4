import { useId, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Icon } from '../ui/icon.tsx'
import type { DraftTest } from './filter-draft.ts'
import { FilterValue } from './filter-value.tsx'
import { choicesFor, wordsOf, type Choice } from './filter-words.ts'
import { listColumns } from './list-columns.ts'

interface FilterTestProps {
  entity: Entity
  part: DraftTest
  problem: string | undefined
  onChange: (part: DraftTest) => void
  onTakeOut: () => void
}

/** One row: a field, what is asked of it, and the value. */
export function FilterTest({ entity, part, problem, onChange, onTakeOut }: FilterTestProps): ReactNode {
  const columns = listColumns(entity)
  const column = columns.get(part.field)
  const choices = column ? choicesFor(column) : [part.choice]
  const problemId = useId()
  const chooseField = (field: string): void => {
    const next = columns.get(field)!
    // The same question of a field of the same kind; codes and choices of one mean nothing in another.
    const isAlike = column?.as === next.as
    const keepsValues = isAlike && next.as !== 'choice' && !next.field?.reference
    const choices = choicesFor(next)
    const choice = isAlike && choices.includes(part.choice) ? part.choice : choices[0]!
    onChange({ ...part, field, choice, values: keepsValues ? part.values : [] })
  }
  return (
    <div className="filter-test">
      <select
        className="control"
        name="field"
        aria-label="Field"
        value={part.field}
        onChange={(event) => chooseField(event.target.value)}
      >
        {!column && <option>{part.field}</option>}
        {[...columns.values()].map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="control"
        name="test"
        aria-label="Test"
        value={part.choice}
        onChange={(event) => onChange({ ...part, choice: event.target.value as Choice })}
      >
        {!choices.includes(part.choice) && (
          <option value={part.choice}>{wordsOf(part.choice, column)}</option>
        )}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {wordsOf(choice, column)}
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
      <TakeOut label={`Take out the test of ${column?.label ?? part.field}`} onClick={onTakeOut} />
      <p className="field-problem" id={problemId} aria-live="polite">
        {problem}
      </p>
    </div>
  )
}

export const TakeOut = ({ label, onClick }: { label: string; onClick: () => void }): ReactNode => (
  <button type="button" className="row-action" aria-label={label} onClick={onClick}>
    <Icon name="close" />
  </button>
)
