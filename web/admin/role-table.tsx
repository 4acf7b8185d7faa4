import { useRef, useEffect, type ReactNode } from 'react'
import { grants, type Grant } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { givableOn, givenOn, type RoleDraft, type SubjectRow } from './role-draft.ts'

interface RoleTableProps {
  row: RoleRow
  draft: RoleDraft
  /** Entities and the office, each with the subjects that are looked for. */
  groups: readonly { name: string; subjects: readonly SubjectRow[] }[]
  onTick: (rows: readonly SubjectRow[], which: readonly Grant[], isGiven: boolean) => void
}

/** What a role may do to what: a tick for each. On a phone each subject is a card (see roles.css). */
export function RoleTable({ row, draft, groups, onTick }: RoleTableProps): ReactNode {
  const shown = groups.flatMap(({ subjects }) => subjects)
  return (
    <table className="role-table">
      <caption className="for-readers">What the role {row.name} may do</caption>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">All</th>
          {grants.map((grant) => (
            <th key={grant} scope="col">
              <TickAll
                label={grant}
                name={`${grant} all that is shown`}
                isFixed={row.isFixed}
                ticks={shown
                  .filter((each) => givableOn(each).includes(grant))
                  .map(({ subject }) => givenOn(draft.rights, subject).includes(grant))}
                onTick={(isGiven) => onTick(shown, [grant], isGiven)}
              />
            </th>
          ))}
        </tr>
      </thead>
      {groups
        .filter(({ subjects }) => subjects.length > 0)
        .map(({ name, subjects }) => (
          <tbody key={name}>
            <tr className="role-group">
              <th colSpan={grants.length + 2} scope="rowgroup">
                {name}
              </th>
            </tr>
            {subjects.map((subject) => (
              <SubjectTicks key={subject.subject} row={row} draft={draft} subject={subject} onTick={onTick} />
            ))}
          </tbody>
        ))}
    </table>
  )
}

type SubjectTicksProps = Omit<RoleTableProps, 'groups'> & { subject: SubjectRow }

function SubjectTicks({ row, draft, subject, onTick }: SubjectTicksProps): ReactNode {
  const given = givenOn(draft.rights, subject.subject)
  const usual = givenOn(row.usual.rights, subject.subject)
  const givable = givableOn(subject)
  return (
    <tr>
      <th scope="row">{subject.label}</th>
      <td>
        {givable.length > 1 && (
          <TickAll
            label="all"
            name={`everything: ${subject.label}`}
            isFixed={row.isFixed}
            ticks={givable.map((grant) => given.includes(grant))}
            onTick={(isGiven) => onTick([subject], givable, isGiven)}
          />
        )}
      </td>
      {grants.map((grant) => {
        if (!subject.grants.includes(grant))
          return (
            <td key={grant} className="role-none">
              –
            </td>
          )
        if (subject.administratorsOnly.includes(grant))
          return (
            <td key={grant}>
              <span className="role-alone">
                <span className="role-grant">{grant}</span> admins<span className="for-readers"> only</span>
              </span>
            </td>
          )
        const isGiven = given.includes(grant)
        const isUnusual = isGiven !== usual.includes(grant)
        return (
          <td key={grant} className={isUnusual ? 'is-unusual' : undefined}>
            <label className="role-tick">
              <input
                type="checkbox"
                aria-label={`${grant} ${subject.label}${isUnusual ? ', not as usual' : ''}`}
                checked={isGiven}
                disabled={row.isFixed}
                onChange={(event) => onTick([subject], [grant], event.target.checked)}
              />
              <span className="role-grant">{grant}</span>
            </label>
          </td>
        )
      })}
    </tr>
  )
}

interface TickAllProps {
  label: string
  /** For those who do not see where it stands. */
  name: string
  isFixed: boolean
  ticks: readonly boolean[]
  onTick: (isGiven: boolean) => void
}

/** One tick for several; half of one where only some are ticked. */
function TickAll({ label, name, isFixed, ticks, onTick }: TickAllProps): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const isAll = ticks.length > 0 && ticks.every(Boolean)
  const isSome = !isAll && ticks.some(Boolean)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  if (ticks.length === 0 || isFixed)
    return <span className="role-head">{isFixed && label === 'all' ? '' : label}</span>
  return (
    <label className="role-tick role-all">
      <input
        ref={box}
        type="checkbox"
        aria-label={name}
        checked={isAll}
        onChange={(event) => onTick(event.target.checked)}
      />
      <span className="role-head">{label}</span>
    </label>
  )
}
