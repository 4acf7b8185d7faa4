import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../rows/server-start.ts'
import { columnRequests } from './column-requests.ts'
import { codesIn, type Peer } from './peer.ts'

const page = 'order=customer_name.asc,id.asc&limit=50'
const secret = 'only for the benchmark, and of no use elsewhere'

/** PostgREST: a table as an API, with the role of the database in a signed token. */
export const postgrest: Peer = {
  name: 'PostgREST',
  databases: ['postgres'],
  missing: () =>
    spawnSync('postgrest', ['--version']).status === 0
      ? undefined
      : 'PostgREST is not installed: no postgrest in PATH.',
  prepare: async (data, location) => {
    const headers = { authorization: `Bearer ${tokenOf({ role: new URL(location).username })}` }
    return {
      headers,
      start: () =>
        startServer({
          command: (port) => {
            const file = join(data.folder, `postgrest-${port}.conf`)
            const settings = {
              'db-uri': location,
              'db-schemas': 'public',
              'db-pool': 10,
              'jwt-secret': secret,
              'server-host': '127.0.0.1',
              'server-port': port,
            }
            const lines = Object.entries(settings).map(
              ([name, value]) => `${name} = ${JSON.stringify(value)}`,
            )
            writeFileSync(file, lines.join('\n'))
            return ['postgrest', file]
          },
          environment: {},
          firstPath: `/customer?${page}`,
          headers,
          logFolder: data.folder,
        }),
      requests: columnRequests({
        one: (code) => `/customer?customer_code=eq.${code}`,
        page: `/customer?${page}`,
        ofCity: (city) => `city_code=eq.${city}`,
        containing: (needle) => `search_text=like.*${needle}*`,
        create: '/customer',
      }),
      codesOf: (answer) => codesIn(answer, 'customer_code'),
    }
  },
}

/** A JSON Web Token signed with HS256. */
function tokenOf(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
