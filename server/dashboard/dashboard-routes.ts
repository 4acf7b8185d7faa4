import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visits/dashboard.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { levelBelow, territoryLevels } from '#domain/visits/dashboard.ts'
import { serve } from '../core/serve.ts'
import { calendarOf, readListQuery } from '../records/list-query.ts'
import { readDashboard, type DashboardQuery } from './dashboard-service.ts'
import { listVisits } from './dashboard-visits.ts'

export function addDashboardRoutes(app: FastifyInstance): void {
  serve(app, api.readDashboard, (ctx, { query }) => readDashboard(ctx, toDashboardQuery(query)))
  serve(app, api.listVisits, (ctx, { query }) => {
    const { Zone_Code, State_Code, Pool_Code, Station_Code, City_Code, ...visits } = query
    const given = Object.entries({ Zone_Code, State_Code, Pool_Code, Station_Code, City_Code })
    const territory = Object.fromEntries(given.filter(([, code]) => code !== undefined))
    const calendar = calendarOf(ctx)
    const { filters } = readListQuery(entityNamed('customer'), territory, calendar)
    return listVisits(ctx, readListQuery(entityNamed('visit'), visits, calendar), filters)
  })
}

function toDashboardQuery(query: api.DashboardParameters): DashboardQuery {
  const part = territoryLevels.find(({ field }) => query[field])
  return {
    level: query.level ?? levelBelow(part?.field),
    ...(part && { part: { level: part.level, code: query[part.field]?.trim() ?? '' } }),
    fresh: query.fresh === 'true',
  }
}
