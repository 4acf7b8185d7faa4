import type { ReactNode } from 'react'
import { RichText, forReaders } from '../messages/rich-text.tsx'
import { Link } from '../ui/link.tsx'
import { callLink, nameOf, navigateLink, recordPath, type FieldCustomer } from './field-customer.ts'
import { FieldIcon } from './field-icon.tsx'

interface CustomerActionsProps {
  customer: FieldCustomer
  /** The look of the action that is usual next. */
  isLarge?: boolean
}

/** Call, navigate, record. */
export function CustomerActions({ customer, isLarge = false }: CustomerActionsProps): ReactNode {
  const values = { name: nameOf(customer) }
  const tags = { name: forReaders }
  const tone = isLarge ? 'button button-plain' : 'field-action'
  return (
    <div className={isLarge ? 'field-actions field-actions-large' : 'field-actions'}>
      {customer.phone && (
        <a className={tone} href={callLink(customer)}>
          <FieldIcon name="call" />
          <span>
            <RichText message="Call<name> {name}</name>" values={values} tags={tags} />
          </span>
        </a>
      )}
      <a className={tone} href={navigateLink(customer)} target="_blank" rel="noreferrer">
        <FieldIcon name="navigate" />
        <span>
          <RichText message="Navigate<name> to {name}</name>" values={values} tags={tags} />
        </span>
      </a>
      <Link className={isLarge ? 'button button-main' : 'field-action'} to={recordPath(customer)}>
        <FieldIcon name="record" />
        <span>
          <RichText message="Record<name> a visit to {name}</name>" values={values} tags={tags} />
        </span>
      </Link>
    </div>
  )
}
