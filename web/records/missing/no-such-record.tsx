import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { decide } from '#domain/access/allowances.ts'
import {
  customerSubjects,
  employeeSubjects,
  optionalCustomerSubjects,
} from '#domain/access/customer-subjects.ts'
import { titleOf, type Entity } from '#domain/catalogue/entity.ts'
import type { BinnedRecord } from '#domain/api/records/bin.ts'
import { foldText } from '#domain/text.ts'
import { clearOptionsCache } from '../../api/options.ts'
import { readBin, restoreRecord } from '../../api/records.ts'
import { currentSession } from '../../api/session.ts'
import { actorOf, seesEverything } from '../../api/session-account.ts'
import { useMay } from '../../api/use-may.ts'
import { WhyButton } from '../../access/why-button.tsx'
import { labelInSentence } from '../../masters/label-in-sentence.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Page } from '../../ui/page.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { RichText } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

export interface MissingRecord {
  requestedId: string
  /** The deleted record, when the account may restore it. */
  deleted: BinnedRecord | undefined
}

/** Entities that are limited by the scope of the account. */
const scopedEntities = [
  'customer',
  'employee',
  ...customerSubjects,
  ...optionalCustomerSubjects,
  ...employeeSubjects,
]

/** Looks for a record that was not found in the bin; an account that may not restore it does not learn about it. */
export async function findMissing(
  entity: Entity,
  requestedId: string,
  signal: AbortSignal,
): Promise<MissingRecord> {
  const isInScope = seesEverything() || !scopedEntities.includes(entity.name)
  const actor = actorOf(currentSession())
  const mayRestore = decide(actor, 'restore', entity.name).allowed && decide(actor, 'read', 'batch').allowed
  if (!mayRestore || !isInScope) return { requestedId, deleted: undefined }
  const { items } = await readBin({ entity: entity.name, q: requestedId, limit: '100' }, signal)
  const [code = ''] = entity.key.length === 1 ? entity.key : []
  const isRequested = ({ id, values }: BinnedRecord): boolean =>
    [id, values[code] ?? ''].some((each) => foldText(each) === foldText(requestedId))
  return { requestedId, deleted: items.find(isRequested) }
}

interface NoSuchRecordProps {
  entity: Entity
  missing: MissingRecord
  /** Further links. */
  children?: ReactNode
}

/** Says that a record does not exist, or was deleted and can be restored. */
export function NoSuchRecord({ entity, missing, children }: NoSuchRecordProps): ReactNode {
  const may = useMay()
  const { requestedId, deleted } = missing
  const kind = labelInSentence(t(entity.singular))
  const title = titleOf(entity, entity.key[0] ?? '')
  const isScoped = !seesEverything() && scopedEntities.includes(entity.name)
  return (
    <Page
      heading={deleted ? (deleted.values[title ?? ''] ?? deleted.name) : t('No such {kind}', { kind })}
      width="narrow"
      lead={
        deleted ? (
          <RichText
            message="{name} was deleted by {deletedBy}, <moment></moment>. It is in the bin and can be restored."
            values={{ name: deleted.name, deletedBy: deleted.deletedBy }}
            tags={{ moment: () => <Moment at={deleted.deletedAt} /> }}
          />
        ) : (
          t(
            isScoped
              ? 'There is no {kind} {requestedId} here. It may have been deleted, or it is outside your scope.'
              : 'There is no {kind} {requestedId} here. It may have been deleted.',
            { kind, requestedId },
          )
        )
      }
    >
      <p className="record-actions">
        {deleted && <RestoreButton entity={entity} deleted={deleted} />}
        {may('restore', entity.name) && (
          <Link className={deleted ? undefined : 'button button-main'} to={`/bin?entity=${entity.name}`}>
            {t('Open the bin')}
          </Link>
        )}
        {!deleted && (
          <WhyButton label={t('Why?')} ask={{ action: 'read', subject: entity.name, record: requestedId }} />
        )}
        {children}
        <Link to={`/lists/${entity.path}`}>
          {t('All {records}', { records: labelInSentence(t(entity.plural)) })}
        </Link>
      </p>
    </Page>
  )
}

function RestoreButton({ entity, deleted }: { entity: Entity; deleted: BinnedRecord }): ReactNode {
  const { revalidate } = useRevalidator()
  const { isBusy, submit } = useSubmit({
    send: () => restoreRecord(entity, deleted),
    success: () => t('{name} is restored', { name: deleted.name }),
    failure: t('{name} is not restored', { name: deleted.name }),
    onSuccess: () => {
      clearOptionsCache()
      return revalidate()
    },
  })
  return (
    <Button tone="main" busy={isBusy} onClick={() => void submit(undefined)}>
      {t('Restore')}
    </Button>
  )
}
