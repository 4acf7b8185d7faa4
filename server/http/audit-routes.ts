import type { FastifyInstance } from 'fastify'
import { auditWords } from '#domain/audit.ts'
import { exportAudit, listAudit } from '../audit/audit-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Audit'
const query: RouteDescription['query'] = [
  { name: 'who', description: 'Part of the name of whoever did it' },
  { name: 'action', description: `One of ${Object.keys(auditWords).join(', ')}` },
  { name: 'entity', description: 'What it was done to: customer, account, roleRights …' },
  { name: 'record', description: 'One record, by id; with entity, by code' },
  { name: 'field', description: 'With entity: only changes of this field, such as Customer_Phone' },
  { name: 'from', description: 'The first day' },
  { name: 'to', description: 'The last day' },
  { name: 'address', description: 'Where the request came from' },
]
const listed: RouteDescription = {
  tag,
  summary: 'Who did what, when, from where, with before and after; the newest first',
  query: [
    ...query,
    { name: 'limit', description: 'How many on a page' },
    {
      name: 'after',
      description: 'What the last page gave as next; by field, 20,000 changes are looked through for a page',
    },
  ],
  problems: [422],
}
const exported: RouteDescription = {
  tag,
  summary: 'The same as a CSV file; that it was taken is itself written down',
  query,
  answer: { status: 200, description: 'The file, with a row of labels first' },
  problems: [422],
}

export function addAuditRoutes(app: FastifyInstance): void {
  app.get('/api/v1/audit', { config: { may: ['read', 'audit'], description: listed } }, (request) =>
    listAudit(request.ctx, request.query as QueryText),
  )
  app.get(
    '/api/v1/audit/export',
    // Whoever asks for the head alone would have the whole file written.
    { exposeHeadRoute: false, config: { may: ['export', 'audit'], description: exported } },
    async (request, reply) => {
      const { fileName, content } = await exportAudit(request.ctx, request.query as QueryText)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
  )
}
