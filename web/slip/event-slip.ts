import { parseDetails } from '#domain/advice/details.ts'
import type { SlipFacts } from '#domain/advice/slip.ts'
import { parseDay } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { FieldEvent } from '#domain/field/events.ts'
import type { PackCustomer, PackMasters } from '#domain/field/pack.ts'

interface Recorded {
  event: FieldEvent
  reference: string
  /** The name of the customer, if the phone does not hold it any more. */
  name: string
  customer: Pick<PackCustomer, 'name' | 'localName'> | undefined
  masters: Pick<PackMasters, 'firm' | 'localNames'>
  timeZone: string
}

/** What a slip is made from, on the phone that recorded the visit; undefined if nothing was advised. */
export function slipFactsOf({
  event,
  reference,
  name,
  customer,
  masters,
  timeZone,
}: Recorded): SlipFacts | undefined {
  if (event.kind !== 'visit') return undefined
  const { values } = event
  const textIn = (field: string): string => (typeof values[field] === 'string' ? values[field].trim() : '')
  const names = (field: string): string[] => (Array.isArray(values[field]) ? values[field].map(String) : [])
  const crops = names('New_Recommended_Crops')
  const materials = names('New_Recommended_Materials')
  if (crops.length + materials.length === 0) return undefined
  return {
    firm: masters.firm ?? '',
    customer: customer?.name ?? name,
    customerLocalName: customer?.localName ?? null,
    reference,
    day: parseDay(textIn('Visited_On')) ?? dayIn(new Date(event.at), timeZone),
    crops,
    materials,
    lines: parseDetails(textIn('Advice_Details')) ?? [],
    next: parseDay(textIn('Next_Visit_Suggested').slice(0, 10)) ?? null,
    localNames: masters.localNames ?? {},
  }
}
