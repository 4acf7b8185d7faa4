import type { ReactNode } from 'react'
import type { RoleEffect, RoleRow } from '#domain/api/access/roles.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { changeRole, previewRole } from '../api/access.ts'
import { useQuery } from '../ui/use-query.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { RightChanges, RightsList } from './role-changes.tsx'
import {
  changeOf,
  changesIn,
  deleteRoleDraft,
  toDraft,
  scopeLabels,
  type RoleDraft,
  type SubjectRow,
} from './role-draft.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'
import { formatCount } from '#domain/messages/format-count.ts'

interface RolePreviewProps {
  row: RoleRow
  draft: RoleDraft
  subjects: readonly SubjectRow[]
  onClose: () => void
  onSaved: () => void
  /** The stored role changed: another administrator saved it, or the change was undone. */
  onStale: () => void
}

const columns = (): readonly Column<RoleEffect>[] => [
  { label: t('User'), cell: ({ name }) => name },
  { label: t('Gains'), cell: ({ gainedRights }) => <RightsList rights={gainedRights} /> },
  { label: t('Loses'), cell: ({ lostRights }) => <RightsList rights={lostRights} /> },
  {
    label: t('Customers seen'),
    kind: 'number',
    cell: ({ customersBefore, customersAfter }) =>
      customersBefore === customersAfter ? (
        formatCount(customersAfter)
      ) : (
        <span>
          {formatCount(customersBefore)} → <strong>{formatCount(customersAfter)}</strong>
        </span>
      ),
  },
]

/** Previews which users gain and lose what before the change is saved. */
export function RolePreview({
  row,
  draft,
  subjects,
  onClose,
  onSaved,
  onStale,
}: RolePreviewProps): ReactNode {
  const { data, error, reload } = useQuery([row, draft, subjects], (signal) =>
    previewRole(row.role, changeOf(row, draft, subjects), signal),
  )
  const { isBusy, submit } = useSubmit({
    send: () => changeRole(row.role, changeOf(row, draft, subjects)),
    success: ({ version }) => {
      deleteRoleDraft(row.role)
      return {
        text: t('Rights of {name} saved', { name: row.name }),
        action: { label: t('Undo'), run: () => void undoChanges(version) },
      }
    },
    failure: (error) => ({
      text: t('{name} was not saved', { name: row.name }),
      detail: sentenceOf(error),
      outlivesDialog: isConflict(error),
    }),
    onSuccess: onSaved,
    onFailure: (error) => {
      if (isConflict(error)) onStale()
    },
  })
  /** Restores the previous rights; refused by the version if another administrator saved since. */
  const undoChanges = async (version: number): Promise<void> => {
    notify(null)
    try {
      await changeRole(row.role, changeOf(row, { ...toDraft(row), version }, subjects))
      notify({ tone: 'good', text: t('Rights of {name} restored', { name: row.name }) })
    } catch (error) {
      notify({
        tone: 'bad',
        text: t('Could not undo the change to {name}', { name: row.name }),
        detail: sentenceOf(error),
      })
    }
    onStale()
  }
  const changes = changesIn(row, draft, subjects)
  return (
    <Dialog heading={t('Changes to {name}', { name: row.name })} width="wide" onClose={onClose}>
      <div className="stack role-preview">
        {error && <LoadError error={error} onRetry={() => void reload()} />}
        {!data && !error && <Skeleton lines={3} />}
        {data && (
          <p className={data.people.some(isLoss) ? 'role-summary role-loss' : 'role-summary'}>
            {data.summary}.
          </p>
        )}
        <ul className="role-changes" aria-label={t('Changes')}>
          {draft.sees !== row.sees && (
            <li>
              <RichText
                message="Sees: <ins>{after}</ins> instead of <del>{before}</del>"
                values={{ after: scopeLabels()[draft.sees], before: scopeLabels()[row.sees] }}
                tags={{ ins: (text) => <ins>{text}</ins>, del: (text) => <del>{text}</del> }}
              />
            </li>
          )}
          <RightChanges changes={changes} draft={draft} />
        </ul>
        {data && data.people.length > 0 && (
          <DataTable
            caption={t('Affected users')}
            columns={columns()}
            rows={data.people}
            keyOf={({ account }) => account}
          />
        )}
        <DialogActions>
          {/* Saving waits for the preview. */}
          <Button tone="main" busy={isBusy || !data} onClick={() => void submit(undefined)}>
            {isBusy ? t('Saving…') : t('Save')}
          </Button>
          <Button onClick={onClose}>{t('Keep editing')}</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** Another administrator changed the role in the meantime. */
const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.status === 409

/** The change takes something away from a user, so the summary is highlighted. */
const isLoss = ({ loses, customersBefore, customersAfter }: RoleEffect): boolean =>
  loses.length > 0 || customersAfter < customersBefore
