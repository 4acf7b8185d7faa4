/** Whether what the customer owes is more than its credit limit; without a limit it never is. */
export const isAboveLimit = (receivable: number | undefined, limit: number | null | undefined): boolean =>
  receivable !== undefined && limit !== null && limit !== undefined && receivable > limit
