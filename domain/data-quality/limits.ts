/** Findings stored per rule; the others appear once these are fixed. */
export const maxFindings = 5000
export const maxReason = 500
/** Findings that are fixed together. */
export const maxFixedAtOnce = 500
