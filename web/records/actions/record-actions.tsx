import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { canRetire, retiredOn } from '#domain/catalogue/reading/retired.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { isMergeable, renamableFields } from '#domain/catalogue/identity-fields.ts'
import { formFor } from '#domain/contract/form-of.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { useMay } from '../../api/use-may.ts'
import { labelInSentence } from '../../masters/label-in-sentence.ts'
import { useRemoval } from '../../masters/use-removal.tsx'
import { hasOwnScreen } from '../../masters/own-screens.ts'
import { WhyButton } from '../../access/why-button.tsx'
import { Button } from '../../ui/button.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { codeOf } from '../former-code.ts'
import { isDeclared } from '../shown-field.ts'
import { Link, type LinkProps } from '../../ui/link.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { t } from '#domain/messages/t.ts'

const loadActions = () => import('./late-actions.ts')
const RecordDialog = deferredDialog(async () => (await loadActions()).RecordDialog)
const ReplaceDialog = deferredDialog(async () => (await loadActions()).ReplaceDialog)

interface RecordActionsProps {
  entity: Entity
  record: StoredRecord
  /** Where the record is changed; by default in the form of its master. */
  editLink?: Pick<LinkProps, 'to' | 'state' | 'preventScrollReset' | 'ref'>
}

/** The actions on the record. */
export function RecordActions({ entity, record, editLink }: RecordActionsProps): ReactNode {
  const may = useMay()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  // A link of the form names the duplicate to merge with.
  const hasDuplicate = useSearchParams().has('merge')
  const [opened, setOpened] = useState<'merge' | 'rename' | 'retire' | null>(hasDuplicate ? 'merge' : null)
  const isOrdinary = isDeclared(entity) && !hasOwnScreen(entity)
  const canRename = isOrdinary && may('update', entity.name) && may('create', 'batch')
  const { remove, refusal } = useRemoval(entity)
  const route = formFor(entity.name)?.route
  const open = (): void => void navigate(route!)
  const copy = async (unlessUnsaved = false): Promise<void> => {
    const { copyAsNew, hasUnsaved } = await loadCode(loadActions)
    if (unlessUnsaved && hasUnsaved(entity)) return setConfirming(true)
    copyAsNew(entity, record)
    open()
  }
  const startCopy = (): void =>
    void copy(true).catch((error: unknown) => notify({ tone: 'bad', text: sentenceOf(error) }))
  return (
    <p className="record-actions">
      {route && may('update', entity.name) && (
        <Link className="button button-main" {...(editLink ?? { to: `${route}?edit=${record.id}` })}>
          {t('Edit')}
        </Link>
      )}
      {route && may('create', entity.name) && <Button onClick={startCopy}>{t('Copy as new')}</Button>}
      {canRename && renamableFields(entity).length > 0 && (
        <Button onClick={() => setOpened('rename')}>{t('Rename…')}</Button>
      )}
      {canRename && may('delete', entity.name) && isMergeable(entity) && (
        <Button onClick={() => setOpened('merge')}>{t('Merge…')}</Button>
      )}
      {canRename && canRetire(entity) && (
        <Button onClick={() => setOpened('retire')}>
          {retiredOn(record) ? t('Reinstate…') : t('Retire…')}
        </Button>
      )}
      {entity.name === 'employee' && may('create', 'workPlan') && may('update', 'workingTime') && (
        <Link className="button button-plain" to={`/work-plans?hours=${codeOf(entity, record)}`}>
          {t('Working time and leave')}
        </Link>
      )}
      {isOrdinary && may('delete', entity.name) && (
        <Button tone="danger" onClick={() => remove(record)}>
          {t('Delete')}
        </Button>
      )}
      <Link to={`/lists/${entity.path}`}>
        {t('All {records}', { records: labelInSentence(t(entity.plural)) })}
      </Link>
      <WhyButton
        label={t('What may I do?')}
        ask={{ action: 'update', subject: entity.name, record: record.id }}
      />
      {refusal}
      {opened && (
        <RecordDialog entity={entity} record={record} action={opened} onClose={() => setOpened(null)} />
      )}
      {isConfirming && (
        <ReplaceDialog
          entity={entity}
          onReplace={() => void copy()}
          onKeep={open}
          onClose={() => setConfirming(false)}
        />
      )}
    </p>
  )
}
