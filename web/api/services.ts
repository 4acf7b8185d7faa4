import { request } from './client.ts'

export interface Service {
  id: string
  service: string
  provider: string
  price: string
  description: string
}

let kept: Promise<readonly Service[]> | undefined

/** What came with the page need not be asked for. */
export function keepServices(services: readonly Service[]): void {
  kept = Promise.resolve(services)
}

/** Asked for when the app starts, so that the page is there at once. A list that failed is asked for again. */
export function loadServices(): Promise<readonly Service[]> {
  kept ??= request<{ msg?: unknown }>('GET', '/api/data/service', { anonymous: true }).then(
    ({ msg }) => (Array.isArray(msg) ? (msg as Service[]) : []),
    (error: unknown) => {
      kept = undefined
      console.warn('The services could not be loaded', error)
      return []
    },
  )
  return kept
}
