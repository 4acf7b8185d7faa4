// The bare limit: Fastify with hand-written SQL, in its own process. Without validation, rights, history and
// idempotency it is the upper bound on the same engine that the product is compared with.
import { fastify } from 'fastify'
import { daysBetween } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { newId } from '#server/store/new-id.ts'
import { openBarePostgres } from './bare-postgres.ts'
import { planIn } from './bare-plan.ts'
import type { Customer } from './bare-sql.ts'
import { openBareSqlite } from './bare-sqlite.ts'

const { PORT, BARE_FILE, DATABASE_URL } = process.env
const store = DATABASE_URL ? openBarePostgres(DATABASE_URL) : openBareSqlite(BARE_FILE ?? '')
const app = fastify()
const timeZone = 'Asia/Kolkata'

app.get<{ Params: { code: string } }>('/api/v1/customers/:code', async (request, reply) => {
  const found = await store.read(request.params.code.toLowerCase())
  return found ?? reply.code(404).send()
})

app.get<{ Querystring: { q?: string; City_Code?: string; afterName?: string; afterId?: string } }>(
  '/api/v1/customers',
  async ({ query: { q, City_Code, afterName, afterId } }) => {
    if (q) return { items: await store.search(q) }
    if (City_Code) return { items: await store.inCity(City_Code) }
    if (afterName && afterId) return { items: await store.after(afterName, afterId) }
    return { items: await store.list() }
  },
)

app.get<{ Querystring: { Zone_Code?: string; afterDay?: string; afterId?: string } }>(
  '/api/v1/visit-plans',
  async ({ query: { Zone_Code, afterDay, afterId } }) => {
    const now = new Date()
    const day = dayIn(now, timeZone)
    const rows =
      afterDay && afterId
        ? await store.plansAfter(day, Number(afterDay), afterId)
        : await store.plans(day, Zone_Code ?? '', daysBetween('1970-01-01', day))
    return { items: rows.map((row) => planIn(row, now, day)), next: null, today: day, timeZone }
  },
)

app.post<{ Body: Customer }>('/api/v1/customers', async (request, reply) => {
  const id = newId(new Date())
  await store.insert(id, request.body)
  return reply.code(201).send({ id, version: 1, ...request.body })
})

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
