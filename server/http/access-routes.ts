import type { FastifyInstance } from 'fastify'
import { previewAccess } from '../access/access-preview.ts'
import { changeRole, previewRole, roleGrid } from '../access/role-service.ts'
import { previewScreens } from '../access/screens-preview.ts'
import { why, type Question } from '../access/why-service.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Access'
const text = { type: 'string' }
const decision = {
  type: 'object',
  additionalProperties: false,
  required: ['rights', 'sees', 'version'],
  properties: {
    rights: {
      type: 'object',
      additionalProperties: { type: 'array', items: text },
      description: 'What may be done to each subject; what is not named stays as is usual for the role',
    },
    sees: {
      ...text,
      description: 'everything, or a level of the territory: what lies in the place of the holder',
    },
    version: { type: 'integer', description: 'The one that was changed; 0 when nothing was decided yet' },
  },
}

const listed: RouteDescription = {
  tag,
  summary: 'What each role may do, how far it sees, and which screens are closed',
}
const changed: RouteDescription = {
  tag,
  summary: 'Decide what a role may do; it acts at once',
  body: decision,
  problems: [403, 404, 409, 422],
}
const previewed: RouteDescription = {
  tag,
  summary: 'What such a decision would change for whom; nothing is changed',
  body: decision,
  problems: [404, 422],
}
const tried: RouteDescription = {
  tag,
  summary: 'What an account would see with a role and places; nothing is changed',
  body: {
    type: 'object',
    required: ['email', 'role'],
    properties: { email: text, role: text, places: {} },
  },
  problems: [422],
}
const ruled: RouteDescription = {
  tag,
  summary: 'To whom an Application would close or open a screen; nothing is changed',
  body: {
    type: 'object',
    required: ['Process_Code', 'Function_Codes'],
    properties: {
      id: { ...text, description: 'The one that is being changed' },
      Module_Code: text,
      Submodule_Code: text,
      Process_Code: text,
      Function_Codes: { type: 'array', items: text },
    },
  },
  problems: [422],
}
const asked: RouteDescription = {
  tag,
  summary: 'Why one may, or may not, do something',
  query: [
    {
      name: 'action',
      description: 'read, create, update, delete, restore, history, import, export or approve',
    },
    { name: 'subject', description: 'An entity by its name, or another subject' },
    { name: 'record', description: 'One record of it, by id or code' },
    { name: 'account', description: 'Somebody else, for those who look after accounts' },
  ],
  problems: [404, 422],
}

interface WithRole {
  Params: { role: string }
}

/** Who may do what: the grid of the roles, what a change would do, and why. */
export function addAccessRoutes(app: FastifyInstance): void {
  app.get(
    '/api/v1/role-rights',
    { config: { may: ['read', 'roleRights'], description: listed } },
    (request) => roleGrid(request.ctx),
  )
  app.put<WithRole>(
    '/api/v1/role-rights/:role',
    { config: { may: ['update', 'roleRights'], description: changed } },
    (request) => changeRole(request.ctx, request.params.role, request.body),
  )
  app.post<WithRole>(
    '/api/v1/role-rights/:role/preview',
    { config: { may: ['read', 'roleRights'], description: previewed } },
    (request) => previewRole(request.ctx, request.params.role, request.body),
  )
  app.post(
    '/api/v1/access-preview',
    { config: { may: ['read', 'account'], description: tried } },
    (request) => previewAccess(request.ctx, request.body),
  )
  app.post(
    '/api/v1/screens-preview',
    { config: { may: ['read', 'roleRights'], description: ruled } },
    (request) => previewScreens(request.ctx, request.body),
  )
  app.get('/api/v1/why', { config: { may: ['read', 'ownProfile'], description: asked } }, (request) =>
    why(request.ctx, request.query as Question),
  )
}
