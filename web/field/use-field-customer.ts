import { useMemo } from 'react'
import type { FieldEvent } from '#domain/field/events.ts'
import type { PackProposal } from '#domain/field/pack.ts'
import { useOutbox, type OutboxEntry } from '../outbox/outbox.ts'
import { usePack, type Pack } from '../outbox/pack.ts'
import type { FieldCustomer } from './field-customer.ts'

type NewCustomerEvent = FieldEvent<'proposal'>

export const isNewCustomer = (event: FieldEvent): event is NewCustomerEvent =>
  event.kind === 'proposal' && event.values.type === 'new customer'

/** A customer that this phone proposed, as far as it is known before the office approves it. */
export function proposedCustomer({ id, values: { values } }: NewCustomerEvent, city: string): FieldCustomer {
  return {
    id,
    proposedBy: id,
    code: '',
    name: values['Customer_Name'] ?? '',
    phone: values['Customer_Phone'] ?? '',
    street: values['Street'] ?? '',
    state: '',
    cityCode: values['City_Code'] ?? '',
    city,
    pin: values['Pin_Code'] ?? '',
    soil: values['Soil_Name'] ?? '',
    visitInDays: 0,
    lastVisited: null,
    place: values['Place'] ? { at: values['Place'], of: 'customer' } : null,
    plan: null,
    isMine: true,
  }
}

export interface FoundCustomer {
  customer: FieldCustomer | undefined
  /** What became of the proposal, when the id is one. */
  proposal: PackProposal | undefined
  isLoading: boolean
}

/** The customers that this phone proposed, unless the office refused them or they are in the pack. */
export function proposedCustomers(
  entries: readonly OutboxEntry[],
  { customers, proposals, masters: { cities } }: Pick<Pack, 'customers' | 'proposals' | 'masters'>,
): FieldCustomer[] {
  const events = entries.map(({ event }) => event).filter(isNewCustomer)
  return events.flatMap((event) => {
    const proposal = proposals.find((each) => each.event === event.id)
    const isKnown = proposal?.customer && customers.some(({ id }) => id === proposal.customer)
    if (isKnown || proposal?.state === 'refused') return []
    const code = event.values.values['City_Code']
    return [proposedCustomer(event, cities.find((city) => city.code === code)?.name ?? code ?? '')]
  })
}

/** A customer by its id, or by the event that proposed it. */
export function useFieldCustomer(id: string): FoundCustomer {
  const { customers, proposals, masters, isLoading } = usePack()
  const entries = useOutbox()
  return useMemo(() => {
    const proposal = proposals.find(({ event }) => event === id)
    const wanted = proposal?.customer ?? id
    const known = customers.find((customer) => customer.id === wanted)
    const proposed = proposedCustomers(entries, { customers, proposals, masters })
    return { customer: known ?? proposed.find((customer) => customer.id === id), proposal, isLoading }
  }, [customers, proposals, entries, masters, id, isLoading])
}
