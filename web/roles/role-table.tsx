import type { ReactNode } from 'react'
import { grants, type Grant } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { CheckAll } from '../ui/check-all.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { assignableOn, grantsOn, type RoleDraft, type SubjectRow } from './role-draft.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface RoleTableProps {
  row: RoleRow
  draft: RoleDraft
  /** Entities and the office, each with the subjects that match the search. */
  groups: readonly { name: string; subjects: readonly SubjectRow[] }[]
  onToggle: (rows: readonly SubjectRow[], which: readonly Grant[], isGranted: boolean) => void
}

/** The rights of a role: a checkbox for each subject and grant. On a phone each subject is a card (see roles.css). */
export function RoleTable(props: RoleTableProps): ReactNode {
  const { row, groups } = props
  const shown = groups.flatMap(({ name, subjects }) =>
    subjects.map((subject) => ({ ...subject, group: name })),
  )
  return (
    <DataTable
      look="plain"
      className="role-table"
      caption={t('Rights of the role {name}', { name: row.name })}
      columns={columnsFor(props, shown)}
      rows={shown}
      keyOf={({ subject }) => subject}
      groupOf={({ group }) => group}
    />
  )
}

function columnsFor(props: RoleTableProps, shown: readonly SubjectRow[]): Column<SubjectRow>[] {
  const { row, draft, onToggle } = props
  return [
    { label: t('Subject'), kind: 'name', cell: ({ label }) => label },
    { label: t('All'), cell: (subject) => <AllRights {...props} subject={subject} /> },
    ...grants.map((grant): Column<SubjectRow> => ({
      label: t(grant),
      heading: (
        <CheckMany
          label={t(grant)}
          name={t('{grant} all subjects shown', { grant: t(grant) })}
          isFixed={row.isFixed}
          states={shown
            .filter((each) => assignableOn(each).includes(grant))
            .map(({ subject }) => grantsOn(draft.rights, subject).includes(grant))}
          onToggle={(isGranted) => onToggle(shown, [grant], isGranted)}
        />
      ),
      cell: (subject) => <Right {...props} subject={subject} grant={grant} />,
    })),
  ]
}

type CellProps = Omit<RoleTableProps, 'groups'> & { subject: SubjectRow }

function AllRights({ row, draft, subject, onToggle }: CellProps): ReactNode {
  const given = grantsOn(draft.rights, subject.subject)
  const assignable = assignableOn(subject)
  if (assignable.length < 2) return null
  return (
    <CheckMany
      label={row.isFixed ? '' : t('all')}
      name={t('all rights: {subject}', { subject: subject.label })}
      isFixed={row.isFixed}
      states={assignable.map((grant) => given.includes(grant))}
      onToggle={(isGranted) => onToggle([subject], assignable, isGranted)}
    />
  )
}

function Right({ row, draft, subject, grant, onToggle }: CellProps & { grant: Grant }): ReactNode {
  if (!subject.grants.includes(grant)) return <span className="role-none">–</span>
  if (subject.administratorsOnly.includes(grant))
    return (
      <span className="role-alone">
        <RichText
          message="<grant>{grant}</grant> admins<more> only</more>"
          values={{ grant: t(grant) }}
          tags={{
            grant: (text) => <span className="role-grant">{text}</span>,
            more: (text) => <span className="for-readers">{text}</span>,
          }}
        />
      </span>
    )
  const isGranted = grantsOn(draft.rights, subject.subject).includes(grant)
  const isChanged = isGranted !== grantsOn(row.usual.rights, subject.subject).includes(grant)
  return (
    <label className={isChanged ? 'role-tick is-unusual' : 'role-tick'}>
      <input
        type="checkbox"
        aria-label={t(isChanged ? '{grant} {subject}, differs from default' : '{grant} {subject}', {
          grant: t(grant),
          subject: subject.label,
        })}
        checked={isGranted}
        disabled={row.isFixed}
        onChange={(event) => onToggle([subject], [grant], event.target.checked)}
      />
      <span className="role-grant">{t(grant)}</span>
    </label>
  )
}

interface CheckManyProps {
  label: string
  /** The accessible name, since the visible label depends on the position in the table. */
  name: string
  isFixed: boolean
  states: readonly boolean[]
  onToggle: (isGranted: boolean) => void
}

function CheckMany({ label, name, isFixed, states, onToggle }: CheckManyProps): ReactNode {
  if (states.length === 0 || isFixed) return <span className="role-head">{label}</span>
  return (
    <CheckAll className="role-tick role-all" label={name} states={states} onToggle={onToggle}>
      <span className="role-head">{label}</span>
    </CheckAll>
  )
}
