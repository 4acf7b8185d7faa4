import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/field/proposals.ts'
import { serve, serveAnswer } from '../../core/serve.ts'
import { approveProposal, refuseProposal } from './decide-proposal.ts'
import { listProposals, readProposal } from './proposal-service.ts'

export function addProposalRoutes(app: FastifyInstance): void {
  serve(app, api.listProposals, (ctx, { query }) => listProposals(ctx, query))
  serve(app, api.readProposal, (ctx, { params }) => readProposal(ctx, params.id))
  serveAnswer(app, api.approveProposal, (ctx, { params, body }) => approveProposal(ctx, params.id, body))
  serveAnswer(app, api.refuseProposal, (ctx, { params, body }) => refuseProposal(ctx, params.id, body.reason))
}
