// The package brings no types; these are the few things the bench uses.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  namespace autocannon {
    interface Request {
      method?: 'GET' | 'POST'
      path: string
      headers?: Record<string, string>
      body?: string
      /** Called before each sending, so that no two requests need be the same. */
      setupRequest?: (request: Request) => Request
    }

    interface Client {
      setRequests: (requests: Request[]) => void
    }

    interface Options {
      /** With several, the connections are dealt out in turn. */
      url: string | string[]
      connections: number
      /** Seconds. */
      duration: number
      /** Milliseconds between looks at the clock. */
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
