import { membersOf } from '#domain/input.ts'

export interface Service {
  id: string
  service: string
  provider: string
  price: string
  description: string
}

let cached: Promise<readonly Service[]> | undefined
let cachedAt = 0
/** Long enough for the first page; later visits reload the list. */
const ttl = 10_000

/** Caches the services that came with the page. */
export function saveServices(services: readonly Service[]): void {
  cached = Promise.resolve(services)
  cachedAt = Date.now()
}

/** Called when the app starts, so that the page opens at once. A failed request is not cached. */
export function loadServices(): Promise<readonly Service[]> {
  const previous = cached
  if (previous && Date.now() - cachedAt < ttl) return previous
  cachedAt = Date.now()
  cached = fetchServices().catch((error: unknown) => {
    cached = previous
    cachedAt = 0
    console.warn('Could not load the services', error)
    return previous ?? []
  })
  return cached
}

/** Not by web/api, which visitors of the public pages need not load: a session and its errors play no part here. */
async function fetchServices(): Promise<readonly Service[]> {
  const response = await fetch('/api/data/service', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  const { msg } = membersOf(await response.json())
  if (isList(msg)) return msg
  console.warn('Not a list', msg)
  return []
}

const isList = (value: unknown): value is readonly Service[] => Array.isArray(value)
