import type { BalanceReport, BalanceSummary } from '#domain/api/money/balances.ts'
import type { RawBalanceRow } from '#domain/balances/balance-file.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'

const blank: BalanceSummary = { customers: 0, Receivable: 0, Overdue: 0, changedAt: null, latest: null }

export const loadBalanceSummary = (signal: AbortSignal): Promise<BalanceSummary> =>
  readOr<BalanceSummary>('/api/v1/balance-summary', blank, { signal })

export interface SentBalances {
  rows: readonly RawBalanceRow[]
  /** The day of rows without a day of their own. */
  asOf?: string | undefined
  /** The rows list all open bills. */
  isComplete: boolean
  dryRun: boolean
}

/** Idempotent: sending the same rows again after a lost answer changes nothing. */
export const sendBalances = ({ rows, asOf, isComplete, dryRun }: SentBalances): Promise<BalanceReport> =>
  request<BalanceReport>('POST', '/api/v1/balances/upload', {
    body: { rows, ...(asOf && { As_Of: asOf }), ...(isComplete && { complete: true }), dryRun },
  })
