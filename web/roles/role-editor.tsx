import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { dataScopes } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { entityLabels } from '#domain/catalogue/entity-labels.ts'
import { foldText } from '#domain/text.ts'
import { isOneOf } from '#domain/input.ts'
import { searchPicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import {
  changesIn,
  isDefault,
  saveRoleDraft,
  readRoleDraft,
  toDraft,
  scopeLabels,
  defaultDraft,
  withGrants,
  type RoleDraft,
  type SubjectRow,
} from './role-draft.ts'
import { RequiredFactor } from './required-factor.tsx'
import { RoleTable } from './role-table.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { t } from '#domain/messages/t.ts'

const RolePreview = deferredDialog(async () => (await import('./role-preview.tsx')).RolePreview)

const isEntity = ({ subject }: SubjectRow): boolean => entityLabels.some(({ name }) => name === subject)

/** Edits one role; the draft stays in the tab until it is saved or undone. */
export function RoleEditor({
  row,
  subjects,
}: Readonly<{ row: RoleRow; subjects: readonly SubjectRow[] }>): ReactNode {
  const { revalidate } = useRevalidator()
  const [edited, setEdited] = useState<RoleDraft | undefined>(() =>
    row.isFixed ? undefined : readRoleDraft(row.role),
  )
  const [isPreviewed, setPreviewed] = useState(false)
  const [q, setQ] = useState('')
  const draft = edited ?? toDraft(row)
  const isStale = draft.version !== row.version
  const changes = changesIn(row, draft, subjects)
  const count = changes.reduce((sum, { given, taken }) => sum + given.length + taken.length, 0)
  const changed = count + (draft.sees === row.sees ? 0 : 1)

  const change = (next: RoleDraft): void => {
    saveRoleDraft(row, next, subjects)
    setEdited(next)
  }
  const undo = (): void => change(toDraft(row))
  const needle = foldText(q.trim())
  const found = subjects.filter(({ label }) => foldText(label).includes(needle))
  const groups = [
    { name: t('Masters and records'), subjects: found.filter(isEntity) },
    { name: t('Office'), subjects: found.filter((each) => !isEntity(each)) },
  ]
  return (
    <section className="role-editor" aria-labelledby="role-name">
      <h2 id="role-name">{row.name}</h2>
      {row.isFixed && (
        <p className="role-fixed">
          {t('The rights of Administrators cannot be changed, so that the last one is never locked out.')}
        </p>
      )}
      <RequiredFactor
        row={row}
        onChange={(saved) => {
          // Unsaved rights stay valid: only the second factor was changed.
          if (saved !== undefined && edited && !isStale) change({ ...edited, version: saved })
          void revalidate()
        }}
      />
      {isStale && (
        <div className="role-stale" role="alert">
          <p>
            {t(
              'Someone else changed {role}. Your changes are not saved: overwrite theirs with yours, or discard yours.',
              { role: row.name },
            )}
          </p>
          <Button onClick={() => change({ ...draft, version: row.version })}>{t('Keep mine')}</Button>
          <Button onClick={undo}>{t('Use theirs')}</Button>
        </div>
      )}
      <div className="role-tools">
        <Field
          label={t('Sees')}
          hint={
            draft.sees === 'everything'
              ? t('All customers, visits, balances and employees.')
              : t(
                  'Places of the employee with the account’s e-mail, and of those who report to them. Imports and other firm-wide actions need “Everything”.',
                )
          }
        >
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={draft.sees}
              disabled={row.isFixed}
              onChange={({ target: { value } }) => {
                if (isOneOf(dataScopes, value)) change({ ...draft, sees: value })
              }}
            >
              {Object.entries(scopeLabels()).map(([scope, label]) => (
                <option key={scope} value={scope}>
                  {scope === row.usual.sees && row.isBuiltIn && !row.isFixed
                    ? t('{scope} (default)', { scope: label })
                    : label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('Search subjects')}>
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
      {/* A form, so that Enter on any checkbox opens the preview: the button is hundreds of checkboxes away. */}
      <form
        className="role-form"
        onSubmit={(event) => {
          event.preventDefault()
          notify(null)
          setPreviewed(true)
        }}
      >
        {found.length === 0 ? (
          <EmptyState picture={searchPicture}>{t('No subjects match “{q}”.', { q: q.trim() })}</EmptyState>
        ) : (
          <RoleTable
            row={row}
            draft={draft}
            groups={groups}
            onToggle={(rows, which, isGranted) => change(withGrants(draft, rows, which, isGranted))}
          />
        )}
        {!row.isFixed && (
          <div className="role-actions">
            <Button type="submit" tone="main" disabled={changed === 0 || isStale}>
              {t('Preview changes')}
            </Button>
            {changed > 0 && <Button onClick={undo}>{t('Undo')}</Button>}
            {!isDefault(row, draft, subjects) && (
              <Button onClick={() => change(defaultDraft(row, draft.version))}>
                {row.isBuiltIn ? t('Reset to default') : t('Remove all rights')}
              </Button>
            )}
            <output>
              {t('{changed, plural, =0 {Nothing to save} one {# unsaved change} other {# unsaved changes}}', {
                changed,
              })}
            </output>
            {!isDefault(row, draft, subjects) && row.isBuiltIn && (
              <span className="role-legend">{t('marked: differs from default')}</span>
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
            setEdited(undefined)
            void revalidate()
          }}
          onStale={() => {
            setPreviewed(false)
            void revalidate()
          }}
        />
      )}
    </section>
  )
}
