import type { Approval, ProposalDetail, ProposalPage, ProposalView } from '#domain/api/field/proposals.ts'
import { request } from '../api/client.ts'
import { clearOptionsCache } from '../api/options.ts'
import { readDocument, readOr } from '../api/read.ts'

const path = '/api/v1/field/proposals'

export const listProposals = (
  query: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<ProposalPage> => {
  const blank: ProposalPage = { items: [], next: null, open: 0, newCustomers: 0 }
  return readOr(path, blank, { query, signal })
}

export const readProposal = (id: string, signal: AbortSignal): Promise<ProposalDetail> =>
  readDocument<ProposalDetail>(
    `${path}/${encodeURIComponent(id)}`,
    { proposed: {}, before: {}, suggested: {}, duplicates: [], fields: [] },
    { signal },
  )

export async function approveProposal(
  id: string,
  approval: Partial<Approval>,
  key: string,
): Promise<ProposalView> {
  const decided = await request<ProposalView>('POST', `${path}/${encodeURIComponent(id)}/approve`, {
    body: approval,
    headers: { 'idempotency-key': key },
  })
  clearOptionsCache()
  return decided
}

export const refuseProposal = (id: string, reason: string, key: string): Promise<ProposalView> =>
  request<ProposalView>('POST', `${path}/${encodeURIComponent(id)}/refuse`, {
    body: { reason },
    headers: { 'idempotency-key': key },
  })
