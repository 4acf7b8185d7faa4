import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { builtInRoles } from '#domain/access/actor.ts'
import type { Sight } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { foldText } from '#domain/text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import {
  changesIn,
  isUsual,
  keepRole,
  keptDraft,
  savedDraft,
  sightWords,
  usualDraft,
  withGrants,
  type RoleDraft,
  type SubjectRow,
} from './role-draft.ts'
import { RolePreview } from './role-preview.tsx'
import { RoleTable } from './role-table.tsx'

const isEntity = ({ subject }: SubjectRow): boolean => catalogue.some(({ name }) => name === subject)

/** One role: what is ticked is kept by the tab until it is saved or undone. */
export function RoleEditor({
  row,
  subjects,
}: Readonly<{ row: RoleRow; subjects: readonly SubjectRow[] }>): ReactNode {
  const { revalidate } = useRevalidator()
  const [ticked, setTicked] = useState<RoleDraft | undefined>(() =>
    row.isFixed ? undefined : keptDraft(row.role),
  )
  const [isPreviewed, setPreviewed] = useState(false)
  const [q, setQ] = useState('')
  const draft = ticked ?? savedDraft(row)
  const isStale = draft.version !== row.version
  const changes = changesIn(row, draft, subjects)
  const count = changes.reduce((sum, { given, taken }) => sum + given.length + taken.length, 0)
  const changed = count + (draft.sees === row.sees ? 0 : 1)

  const change = (next: RoleDraft): void => {
    keepRole(row, next, subjects)
    setTicked(next)
  }
  const undo = (): void => change(savedDraft(row))
  const needle = foldText(q.trim())
  const found = subjects.filter(({ label }) => foldText(label).includes(needle))
  const groups = [
    { name: 'Masters and records', subjects: found.filter(isEntity) },
    { name: 'The office', subjects: found.filter((each) => !isEntity(each)) },
  ]
  return (
    <section className="role-editor" aria-labelledby="role-name">
      <h2 id="role-name">{row.name}</h2>
      {row.isFixed && (
        <p className="role-fixed">
          What {builtInRoles.ADMIN}s may do cannot be changed: the last one would be locked out.
        </p>
      )}
      {isStale && (
        <div className="role-stale" role="alert">
          <p>
            Someone else changed {row.name} meanwhile. What you ticked is kept and not saved: compare it with
            “What changes?”, then save it over theirs, or take theirs.
          </p>
          <Button onClick={() => change({ ...draft, version: row.version })}>Go on with mine</Button>
          <Button onClick={undo}>Take theirs</Button>
        </div>
      )}
      <div className="role-tools">
        <Field
          label="Sees"
          hint={
            draft.sees === 'everything'
              ? 'All customers, visits, balances and employees.'
              : 'The place of the employee with the account’s e-mail, and of those who report to them. Imports and what else acts on the whole firm need “Everything”.'
          }
        >
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={draft.sees}
              disabled={row.isFixed}
              onChange={(event) => change({ ...draft, sees: event.target.value as Sight })}
            >
              {Object.entries(sightWords).map(([sight, words]) => (
                <option key={sight} value={sight}>
                  {words}
                  {sight === row.usual.sees && row.isBuiltIn && !row.isFixed ? ' (usual)' : ''}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Find a subject">
          {(attributes) => (
            <input
              {...attributes}
              type="search"
              className="control"
              autoComplete="off"
              value={q}
              onChange={(event) => setQ(event.target.value)}
            />
          )}
        </Field>
      </div>
      {/* Enter on any tick asks: the button is hundreds of them away. */}
      <form
        className="role-form"
        onSubmit={(event) => {
          event.preventDefault()
          notify(null)
          setPreviewed(true)
        }}
      >
        {found.length === 0 ? (
          <p className="list-empty">{`Nothing here is called “${q.trim()}”.`}</p>
        ) : (
          <RoleTable
            row={row}
            draft={draft}
            groups={groups}
            onTick={(rows, which, isGiven) => change(withGrants(draft, rows, which, isGiven))}
          />
        )}
        {!row.isFixed && (
          <div className="role-actions">
            <Button type="submit" tone="main" disabled={changed === 0 || isStale}>
              What changes?
            </Button>
            {changed > 0 && <Button onClick={undo}>Undo</Button>}
            {!isUsual(row, draft, subjects) && (
              <Button onClick={() => change(usualDraft(row, draft.version))}>
                {row.isBuiltIn ? 'Back to usual' : 'Take everything away'}
              </Button>
            )}
            <output>
              {changed > 0
                ? `${changed === 1 ? '1 change is' : `${changed} changes are`} not saved`
                : 'Nothing to save'}
            </output>
            {!isUsual(row, draft, subjects) && row.isBuiltIn && (
              <span className="role-legend">marked: not as usual</span>
            )}
          </div>
        )}
      </form>
      {isPreviewed && (
        <RolePreview
          row={row}
          draft={draft}
          subjects={subjects}
          onClose={() => setPreviewed(false)}
          onSaved={() => {
            setPreviewed(false)
            setTicked(undefined)
            void revalidate()
          }}
          onElse={() => {
            setPreviewed(false)
            void revalidate()
          }}
        />
      )}
    </section>
  )
}
