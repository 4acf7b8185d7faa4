/** What a customer owes, in rupees, on the day the books said so. */
export interface Balance {
  As_Of: string
  Receivable: number
  Overdue: number
}
