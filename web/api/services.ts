import { readOr } from './read.ts'

export interface Service {
  id: string
  service: string
  provider: string
  price: string
  description: string
}

let kept: Promise<readonly Service[]> | undefined
let keptAt = 0
/** Long enough for the page one is about to open; what was changed since then is asked for. */
const keptFor = 10_000

/** What came with the page need not be asked for. */
export function keepServices(services: readonly Service[]): void {
  kept = Promise.resolve(services)
  keptAt = Date.now()
}

/** Asked for when the app starts, so that the page is there at once. A list that failed is asked for again. */
export function loadServices(): Promise<readonly Service[]> {
  const before = kept
  if (before && Date.now() - keptAt < keptFor) return before
  keptAt = Date.now()
  kept = readOr<{ msg: Service[] }>('/api/data/service', { msg: [] }, { anonymous: true }).then(
    ({ msg }) => msg,
    (error: unknown) => {
      kept = before
      keptAt = 0
      console.warn('The services could not be loaded', error)
      return before ?? []
    },
  )
  return kept
}
