/** Encodes a code as a path segment. A code of one or two dots gets a trailing space, because it would change the path. */
export const codeInAddress = (code: string): string =>
  encodeURIComponent(/^\.{1,2}$/.test(code) ? `${code} ` : code)

/** The tabs of the customer's page, in their order. */
export const customerTabs = ['visits', 'money', 'data', 'history'] as const
export type CustomerTab = (typeof customerTabs)[number]

/** The page of a customer, by code or id; without a tab, at the first one that the account may see. */
export const customerPath = (codeOrId: string, tab?: CustomerTab): string =>
  `/customers/${codeInAddress(codeOrId)}${tab ? `?tab=${tab}` : ''}`

/** The history state of a dialog opened from a customer's page: closing it goes back there. */
export const fromCustomer = 'from the customer'
/** The same for the calendar and the day route. */
export const fromVisits = 'from the calendar or the route'
