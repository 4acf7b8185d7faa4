import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { expiryOf, isReplaced } from '#domain/licences/licences.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { deleteRecord, restoreRecord } from '../../api/records.ts'
import { useMay } from '../../api/use-may.ts'
import { recordPath } from '../../masters/record-path.ts'
import { RecordPart } from '../../records/record-part.tsx'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { notify } from '../../ui/notices.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'
import './licences.css'

const LicenceDialog = deferredDialog(async () => (await import('./licence-dialog.tsx')).LicenceDialog)

type Licence = RecordNamed<'customerLicence'>
const entity = labelsOf('customerLicence')

/** The licences of a customer: to add, to change, and to delete with undo. Each has its own page, with documents and history. */
export function LicencesPart({ content }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { licences, plan, today } = content
  const [edited, setEdited] = useState<Licence | 'new' | null>(null)
  const may = useMay()
  if (!licences) return null
  return (
    <RecordPart heading={t('Licences')}>
      {licences.length === 0 && <p className="record-none">{t('No licences yet.')}</p>}
      <ul className="licences">
        {licences.map((licence) => (
          <LicenceRow
            key={licence.id}
            licence={licence}
            isOld={isReplaced(licence, licences)}
            today={today}
            onEdit={() => setEdited(licence)}
          />
        ))}
      </ul>
      {may('create', entity.name) && (
        <p className="customer-way">
          <Button onClick={() => setEdited('new')}>{t('Add a licence')}</Button>
        </p>
      )}
      {edited && (
        <LicenceDialog
          code={plan.Customer_Code}
          licence={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </RecordPart>
  )
}

interface LicenceRowProps {
  licence: Licence
  isOld: boolean
  today: string
  onEdit: () => void
}

function LicenceRow({ licence, isOld, today, onEdit }: LicenceRowProps): ReactNode {
  const { Kind, Licence_Number: number, Issued_By: issuer, Valid_Until: until } = licence
  const { revalidate } = useRevalidator()
  const may = useMay()
  const expiry = isOld ? undefined : expiryOf(until, today)
  const undo = async (): Promise<void> => {
    notify(null)
    try {
      await restoreRecord(entity, licence)
      notify({ tone: 'good', text: t('Licence {number} is restored', { number }) })
    } catch (error) {
      notify({ tone: 'bad', text: t('Could not undo it'), detail: sentenceOf(error) })
    }
    await revalidate()
  }
  const removal = useSubmit({
    send: () => deleteRecord(entity, licence),
    failure: t('The licence is not deleted'),
    onSuccess: async () => {
      notify({
        tone: 'good',
        text: t('Licence {number} is deleted', { number }),
        action: { label: t('Undo'), run: () => void undo() },
      })
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  return (
    <li className={isOld ? 'licence is-old' : 'licence'}>
      <div className="licence-facts">
        <span>
          <strong>{t(Kind)}</strong> <Link to={recordPath(entity, licence.id)}>{number}</Link>
        </span>
        <span className="licence-validity">
          {until === null ? t('does not expire') : t('until {day}', { day: formatDate(until) })}
          {issuer !== null && ` · ${issuer}`}
        </span>
        {expiry && (
          <span className={`badge badge-${expiry === 'expired' ? 'overdue' : 'today'}`}>
            {expiry === 'expired' ? t('expired') : t('expires soon')}
          </span>
        )}
      </div>
      {may('update', entity.name) && (
        <Button tone="quiet" aria-label={t('Change licence {number}', { number })} onClick={onEdit}>
          {t('Change')}
        </Button>
      )}
      {may('delete', entity.name) && (
        <Button
          tone="quiet"
          busy={removal.isBusy}
          aria-label={t('Delete licence {number}', { number })}
          onClick={() => void removal.submit(undefined)}
        >
          {t('Delete')}
        </Button>
      )}
    </li>
  )
}
