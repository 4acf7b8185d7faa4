// Apart from the declaration, because the field screens need nothing else of it.

export const visitStatuses = ['planned', 'visited', 'missed', 'cancelled', 'unassigned'] as const
/** A phone call counts as a visit. */
export const contactModes = ['in person', 'by phone'] as const
/** What a customer may sell under a licence. */
export const licenceKinds = ['seed', 'fertiliser', 'pesticide', 'other'] as const
/** How money was paid. */
export const paymentWays = ['cash', 'cheque', 'UPI', 'bank transfer'] as const
/** What became of a promise to pay. */
export const promiseStates = ['open', 'kept', 'broken'] as const
/** The result of the previous visit's advice. */
export const adviceResults = ['used', 'worked', 'did not work'] as const
/** A meeting of several customers: each of them has a visit, and all have the same Group_ID. */
export const groupKinds = ['farmer meeting', 'demo plot', 'dealer meeting', 'other meeting'] as const
