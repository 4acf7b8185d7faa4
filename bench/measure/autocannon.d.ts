// The package has no types; these are the parts the benchmark uses.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  namespace autocannon {
    interface Request {
      method?: 'GET' | 'POST'
      path: string
      headers?: Record<string, string>
      body?: string
      /** Called before each request, so that requests can differ. */
      setupRequest?: (request: Request) => Request
    }

    interface Client {
      setRequests: (requests: Request[]) => void
    }

    interface Options {
      /** With several, the connections are distributed round-robin. */
      url: string | string[]
      connections: number
      /** Seconds. */
      duration: number
      /** Sampling interval in milliseconds. */
      sampleInt: number
      headers: Record<string, string>
      requests: Request[]
      setupClient?: (client: Client) => void
    }

    interface Result {
      errors: number
      timeouts: number
    }

    interface Run extends EventEmitter, PromiseLike<Result> {}
  }

  function autocannon(options: autocannon.Options): autocannon.Run
  export = autocannon
}
