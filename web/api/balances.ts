import type { BalanceReport, BalanceSummary } from '#domain/visits/balance.ts'
import type { GivenBalance } from '#domain/visits/balance-file.ts'
import { request } from './client.ts'
import { readOr } from './read.ts'

const blank: BalanceSummary = { customers: 0, Receivable: 0, Overdue: 0, changedAt: null, latest: null }

export const loadBalanceSummary = (signal: AbortSignal): Promise<BalanceSummary> =>
  readOr<BalanceSummary>('/api/v1/balance-summary', blank, { signal })

/** Sending the same rows again changes nothing, so that a lost answer is no harm. */
export const sendBalances = (
  rows: readonly GivenBalance[],
  As_Of: string | undefined,
  isTrial: boolean,
): Promise<BalanceReport> =>
  request<BalanceReport>('POST', '/api/v1/balances/upload', {
    body: { rows, ...(As_Of && { As_Of }) },
    query: { try: isTrial ? 'true' : undefined },
  })
