/** Stands for accounts without an employee in the address. */
export const noPerson = 'none'

export const personResultsPath = (employee: string | null, from: string): string =>
  `/plan-results/${encodeURIComponent(employee ?? noPerson)}?month=${from.slice(0, 7)}`
