import type { BalanceReport, BalanceSummary } from '#domain/api/visits/balances.ts'
import type { RawBalanceRow } from '#domain/balances/balance-file.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'

const blank: BalanceSummary = { customers: 0, Receivable: 0, Overdue: 0, changedAt: null, latest: null }

export const loadBalanceSummary = (signal: AbortSignal): Promise<BalanceSummary> =>
  readOr<BalanceSummary>('/api/v1/balance-summary', blank, { signal })

/** Idempotent: sending the same rows again after a lost answer changes nothing. */
export const sendBalances = (
  rows: readonly RawBalanceRow[],
  As_Of: string | undefined,
  dryRun: boolean,
): Promise<BalanceReport> =>
  request<BalanceReport>('POST', '/api/v1/balances/upload', {
    body: { rows, ...(As_Of && { As_Of }), dryRun },
  })
