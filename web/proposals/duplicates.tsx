import type { ReactNode } from 'react'
import { customerPath } from '#domain/visits/customer-path.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { useApproval, type DecisionProps } from './approval.ts'
import { t } from '#domain/messages/t.ts'

/** Customers that may be the proposed one, with the reasons; a new customer can be approved as one of them. */
export function Duplicates(props: DecisionProps): ReactNode {
  const { type, duplicates } = props.proposal
  const { isBusy, submit } = useApproval(props)
  if (duplicates.length === 0) return null
  return (
    <section className="proposal-duplicates" aria-labelledby="proposal-duplicates">
      <h3 id="proposal-duplicates">
        {type === 'new customer'
          ? t('It may be a customer that exists already')
          : t('Other customers with these values')}
      </h3>
      <ul>
        {duplicates.map(({ id, name, title, reasons }) => (
          <li key={id}>
            <span>
              <Link to={customerPath(id)}>{title ? `${title} (${name})` : name}</Link>{' '}
              <span className="proposal-reasons">{reasons.join(', ')}</span>
            </span>
            {type === 'new customer' && (
              <Button
                busy={isBusy}
                aria-label={t('Use this customer: {name}', { name: title ?? name })}
                onClick={() => void submit({ customer: id })}
              >
                {t('Use this customer')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
