import { useCallback, useState, type ReactNode } from 'react'
import type { RoleEffect, RoleRow } from '#domain/access/role-grid.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { changeRole, previewRole } from '../api/access.ts'
import { useAnswer } from '../entity/use-answer.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RightChanges, Several } from './role-changes.tsx'
import {
  changeOf,
  changesIn,
  forgetRole,
  savedDraft,
  sightWords,
  type RoleDraft,
  type SubjectRow,
} from './role-draft.ts'

interface RolePreviewProps {
  row: RoleRow
  draft: RoleDraft
  subjects: readonly SubjectRow[]
  onClose: () => void
  onSaved: () => void
  /** It is not what it was here: somebody else decided about it, or this was taken back. */
  onElse: () => void
}

const inNumbers = (count: number): string => count.toLocaleString('en-IN')

const columns: readonly Column<RoleEffect>[] = [
  { label: 'Person', cell: ({ name }) => name },
  { label: 'Gains', cell: ({ gains }) => <Several words={gains} /> },
  { label: 'Loses', cell: ({ loses }) => <Several words={loses} /> },
  {
    label: 'Customers seen',
    cell: ({ customersBefore, customersAfter }) =>
      customersBefore === customersAfter ? (
        inNumbers(customersAfter)
      ) : (
        <span>
          {inNumbers(customersBefore)} → <strong>{inNumbers(customersAfter)}</strong>
        </span>
      ),
  },
]

/** What a change does to whom, told before it is saved. */
export function RolePreview({ row, draft, subjects, onClose, onSaved, onElse }: RolePreviewProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const ask = useCallback(() => previewRole(row.role, changeOf(row, draft, subjects)), [row, draft, subjects])
  const { answer, problem, reload } = useAnswer(ask)
  const save = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      const { version } = await changeRole(row.role, changeOf(row, draft, subjects))
      forgetRole(row.role)
      notify({
        tone: 'good',
        text: `What ${row.name} may do is saved, and counts from now on`,
        action: { label: 'Undo', run: () => void takeBack(version) },
      })
      onSaved()
    } catch (error) {
      const isElse = error instanceof ApiProblem && error.status === 409
      const text = `${row.name} is not saved`
      notify({ tone: 'bad', text, detail: sentenceOf(error), outlivesDialog: isElse })
      setBusy(false)
      if (isElse) onElse()
    }
  }
  /** What was saved before, over what was saved now; what somebody else saved since is left alone. */
  const takeBack = async (version: number): Promise<void> => {
    notify(null)
    try {
      await changeRole(row.role, changeOf(row, { ...savedDraft(row), version }, subjects))
      notify({ tone: 'good', text: `${row.name} may do what it did before` })
    } catch (error) {
      notify({ tone: 'bad', text: `What ${row.name} may do is not taken back`, detail: sentenceOf(error) })
    }
    onElse()
  }
  const changes = changesIn(row, draft, subjects)
  return (
    <Dialog heading={`What changes for ${row.name}?`} width="wide" onClose={onClose}>
      <div className="stack role-preview">
        {problem && (
          <p className="field-problem">
            {problem} <Button onClick={() => void reload()}>Ask again</Button>
          </p>
        )}
        {!answer && !problem && <Skeleton lines={3} />}
        {answer && (
          <p className={answer.people.some(isLess) ? 'role-summary role-loss' : 'role-summary'}>
            {answer.summary}.
          </p>
        )}
        <ul className="role-changes" aria-label="Changes">
          {draft.sees !== row.sees && (
            <li>
              Sees: <ins>{sightWords[draft.sees]}</ins> instead of <del>{sightWords[row.sees]}</del>
            </li>
          )}
          <RightChanges changes={changes} draft={draft} />
        </ul>
        {answer && answer.people.length > 0 && (
          <DataTable
            caption="Who it changes something for"
            columns={columns}
            rows={answer.people}
            keyOf={({ account }) => account}
          />
        )}
        <div className="form-actions">
          {/* Nobody saves what they were not told of. */}
          <Button tone="main" busy={isBusy || !answer} onClick={() => void save()}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
          <Button onClick={onClose}>Go on changing</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Somebody loses something: that is what one should not overlook. */
const isLess = ({ loses, customersBefore, customersAfter }: RoleEffect): boolean =>
  loses.length > 0 || customersAfter < customersBefore
