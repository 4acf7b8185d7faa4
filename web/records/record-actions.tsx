import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { isMergeable, renamable } from '#domain/catalogue/relied-upon.ts'
import { formFor } from '#domain/contract/forms.ts'
import { customerPath } from '#domain/visits/customer-page.ts'
import { useMay } from '../api/use-may.ts'
import { inSentence } from '../entity/in-sentence.ts'
import { useRemoval } from '../entity/use-removal.tsx'
import { hasOwnScreen } from '../entity/own-screens.ts'
import { WhyButton } from '../entity/why-button.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { copyAsNew, hasUnsaved } from './copy-as-new.ts'
import { recordPath } from './record-path.ts'
import { isDeclared } from './shown-field.ts'

const MergeDialog = lazy(async () => ({ default: (await import('../entity/merge-dialog.tsx')).MergeDialog }))
const RenameDialog = lazy(async () => ({
  default: (await import('../entity/rename-dialog.tsx')).RenameDialog,
}))

/** What can be done with the record as a whole. */
export function RecordActions({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const may = useMay()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [opened, setOpened] = useState<'merge' | 'rename' | null>(null)
  const { revalidate } = useRevalidator()
  const isOrdinary = isDeclared(entity) && !hasOwnScreen(entity)
  const mayRecode = isOrdinary && may('update', entity.name) && may('create', 'batch')
  const RecodeDialog = opened === 'merge' ? MergeDialog : RenameDialog
  const { remove, refusal } = useRemoval(entity)
  const route = formFor(entity.name)?.route
  const open = (): void => void navigate(route!)
  const copy = (): void => {
    copyAsNew(entity, record)
    open()
  }
  return (
    <p className="record-actions">
      {route && may('update', entity.name) && (
        <Link className="button button-main" to={`${route}?edit=${record.id}`}>
          Edit
        </Link>
      )}
      {route && may('create', entity.name) && (
        <Button onClick={() => (hasUnsaved(entity) ? setAsking(true) : copy())}>Copy as new</Button>
      )}
      {mayRecode && renamable(entity).length > 0 && (
        <Button onClick={() => setOpened('rename')}>Rename…</Button>
      )}
      {mayRecode && may('delete', entity.name) && isMergeable(entity) && (
        <Button onClick={() => setOpened('merge')}>Merge…</Button>
      )}
      {isOrdinary && may('delete', entity.name) && (
        <Button tone="danger" onClick={() => remove(record)}>
          Delete
        </Button>
      )}
      {entity.name === 'customer' && (
        <Link to={customerPath(String(record['Customer_Code']))}>Visits, balance and place</Link>
      )}
      <Link to={`/lists/${entity.path}`}>All {inSentence(entity.plural)}</Link>
      <WhyButton label="What may I do?" ask={{ action: 'update', subject: entity.name, record: record.id }} />
      {refusal}
      {opened && (
        <Suspense>
          <RecodeDialog
            entity={entity}
            record={record}
            onClose={() => setOpened(null)}
            onDone={(id) => {
              setOpened(null)
              // Its code may be in the address, and it may be the other of two that stays.
              void (id ? navigate(recordPath(entity, id), { replace: true }) : revalidate())
            }}
          />
        </Suspense>
      )}
      {isAsking && (
        <Dialog
          heading={`A new ${inSentence(entity.singular)} is not saved yet`}
          onClose={() => setAsking(false)}
        >
          <div className="stack">
            <span>Its form holds what was typed before. The copy would take its place.</span>
            <span className="form-actions">
              <Button tone="main" onClick={copy}>
                Replace it by the copy
              </Button>
              <Button onClick={open}>Go on with what was typed</Button>
            </span>
          </div>
        </Dialog>
      )}
    </p>
  )
}
