import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { useMay } from '../../api/use-may.ts'
import { RichText } from '../../messages/rich-text.tsx'
import { RecordComments } from '../../records/record-comments.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { momentAt } from '../../ui/moment.tsx'

/** The changes of the customer's data, which can be reverted, and the comments. */
export function HistoryTab({ content: { customer } }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { revalidate } = useRevalidator()
  const may = useMay()
  const entity = entityNamed('customer')
  return (
    <>
      <p className="record-none">
        <RichText
          message="Version {version}, last changed <moment></moment>"
          values={{ version: customer.version }}
          tags={{ moment: momentAt(customer.updatedAt) }}
        />
      </p>
      <div className="record-columns">
        {may('history', 'customer') && (
          <RecordHistory entity={entity} record={customer} onChanged={() => void revalidate()} />
        )}
        {may('read', 'comment') && <RecordComments entity={entity} record={customer} />}
      </div>
    </>
  )
}
