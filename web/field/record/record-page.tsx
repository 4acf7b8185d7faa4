import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { isOutboxRead, useOutbox } from '../../outbox/outbox.ts'
import { Link } from '../../ui/link.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { FieldPage } from '../field-page.tsx'
import { nameOf } from '../field-customer.ts'
import { MissingCustomer } from '../missing-customer.tsx'
import { useFieldCustomer } from '../use-field-customer.ts'
import { RecordForm } from './record-form.tsx'
import { t } from '#domain/messages/t.ts'

/** Records a visit: a page of its own, saved on the phone first. */
export function RecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { customer, proposal, isLoading } = useFieldCustomer(id)
  const correctedId = useSearchParams().get('correct')
  const entries = useOutbox()
  const corrected = entries.find(
    ({ event, state }) => event.id === correctedId && event.kind === 'visit' && state === 'refused',
  )
  // A draft that is stored already must not be offered again.
  const isReading = isLoading || !isOutboxRead(entries)
  if (!customer || isReading)
    return (
      <MissingCustomer heading={t('Record a visit')} proposal={proposal} isLoading={isReading}>
        <Link className="button button-plain" to="/record/new">
          {t('Propose a new customer')}
        </Link>
      </MissingCustomer>
    )
  return (
    <FieldPage heading={nameOf(customer)} worksWithoutPack>
      <RecordForm key={correctedId ?? id} customer={customer} corrected={corrected} />
    </FieldPage>
  )
}
