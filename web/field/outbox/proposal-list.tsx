import type { ReactNode } from 'react'
import { formatInstant } from '#domain/dates/moments.ts'
import { referenceOf } from '#domain/field/reference.ts'
import type { PackProposal } from '#domain/field/pack.ts'
import type { OutboxEntry } from '../../outbox/outbox.ts'
import type { Pack } from '../../outbox/pack.ts'
import { Link } from '../../ui/link.tsx'
import { nameOf as shownNameOf, pagePath, type FieldCustomer } from '../field-customer.ts'
import { proposedCustomers } from '../use-field-customer.ts'
import { t } from '#domain/messages/t.ts'

interface ProposalListProps {
  entries: readonly OutboxEntry[]
  pack: Pack
}

const stateLabels = (): Record<PackProposal['state'], string> => ({
  open: t('Waiting'),
  approved: t('Approved'),
  refused: t('Refused'),
})
const tones = { open: 'badge badge-pending', approved: 'badge badge-active', refused: 'badge badge-refused' }

/** What the office decided about the own proposals. */
export function ProposalList({ entries, pack }: ProposalListProps): ReactNode {
  const { proposals, customers, timeZone } = pack
  if (proposals.length === 0) return null
  const proposed = proposedCustomers(entries, pack)
  const customerOf = ({ event, customer }: PackProposal): FieldCustomer | undefined =>
    customers.find(({ id }) => id === customer) ?? proposed.find(({ id }) => id === event)
  const nameOf = ({ event }: PackProposal): string => {
    const own = entries.find((entry) => entry.event.id === event)?.event
    const name = own?.kind === 'proposal' ? own.values.values['Customer_Name'] : undefined
    return name ?? t('Proposal {reference}', { reference: referenceOf(event) })
  }
  return (
    <section aria-labelledby="proposals">
      <h2 id="proposals">{t('Your proposals')}</h2>
      <ul className="field-list">
        {proposals.map((proposal) => {
          const customer = customerOf(proposal)
          return (
            <li key={proposal.event} className="field-card field-entry">
              <div className="field-card-words">
                <div>
                  {customer ? (
                    <Link className="field-card-name" to={pagePath(customer)}>
                      {shownNameOf(customer)}
                    </Link>
                  ) : (
                    <span className="field-card-name">{nameOf(proposal)}</span>
                  )}
                  <span className={tones[proposal.state]}>{stateLabels()[proposal.state]}</span>
                </div>
                <div>
                  <span className="field-where">
                    {proposal.decidedAt
                      ? t('Decided {moment}', { moment: formatInstant(proposal.decidedAt, timeZone) })
                      : t('The office has not decided yet')}
                  </span>
                  <span className="field-reference">{referenceOf(proposal.event)}</span>
                </div>
              </div>
              {proposal.note && <p className="field-entry-more">{proposal.note}</p>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
