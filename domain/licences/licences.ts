import { addDays } from '../dates/dates.ts'

/** A licence is to be renewed this many days before it expires. */
export const renewalDays = 30

/** Whether a licence has expired, or expires soon; it is valid on its last day. */
export function expiryOf(validUntil: string | null, today: string): 'expired' | 'soon' | undefined {
  if (validUntil === null || validUntil > addDays(today, renewalDays)) return undefined
  return validUntil < today ? 'expired' : 'soon'
}

export interface Licence {
  Kind: string
  Valid_Until: string | null
}

/** Whether another licence of the same kind is valid longer. */
export const isReplaced = ({ Kind, Valid_Until }: Licence, all: readonly Licence[]): boolean =>
  Valid_Until !== null &&
  all.some((other) => other.Kind === Kind && (other.Valid_Until === null || other.Valid_Until > Valid_Until))

/** Those of a customer that have expired or expire soon, and are not replaced. */
export const expiringLicences = <L extends Licence>(all: readonly L[], today: string): L[] =>
  all.filter((each) => expiryOf(each.Valid_Until, today) !== undefined && !isReplaced(each, all))
