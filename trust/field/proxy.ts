import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * What happens to a request:
 *
 * - `before`: the connection is cut before the request reaches the server
 * - `during`: half of the request reaches the server
 * - `after`: the server handles the request, and the response is lost
 */
export type Cut = 'before' | 'during' | 'after'

export interface Proxy {
  port: number
  /** Whether there is a network; without one, open connections are cut and new ones refused. */
  setOnline: (isOnline: boolean) => void
  /** The requests that were cut so far. */
  cuts: Record<Cut, number>
  stop: () => Promise<void>
}

interface ProxyOptions {
  /** The port of the server, which may change when it is started again. */
  target: () => number
  /** Decides for each request that reads or sends what a phone holds. */
  cutOf: (requestLine: string) => Cut | undefined
}

const isRequest = (chunk: Buffer): boolean =>
  /^(?:GET|POST|PUT|PATCH|DELETE) \S/.test(chunk.toString('latin1', 0, 12))

/** A TCP proxy between a phone and the server that loses connections. */
export async function startProxy({ target, cutOf }: ProxyOptions): Promise<Proxy> {
  const cuts: Proxy['cuts'] = { before: 0, during: 0, after: 0 }
  const open = new Set<Socket>()
  let isOnline = true
  const server = createServer((phone) => {
    const upstream = connect(target(), '127.0.0.1')
    const cut = (): void => {
      phone.destroy()
      upstream.destroy()
    }
    for (const socket of [phone, upstream]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    if (!isOnline) return cut()
    let isResponseLost = false
    phone.on('data', (chunk: Buffer) => {
      const line = isRequest(chunk) ? chunk.toString('latin1', 0, 200).split('\r\n', 1)[0]! : ''
      const decision = line === '' ? undefined : cutOf(line)
      if (decision) cuts[decision]++
      if (decision === 'before') return cut()
      if (decision === 'during') {
        upstream.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), cut)
        return
      }
      if (decision === 'after') isResponseLost = true
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => (isResponseLost ? cut() : void phone.write(chunk)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')
  return {
    port: address.port,
    setOnline: (value) => {
      isOnline = value
      if (!value) for (const socket of open) socket.destroy()
    },
    cuts,
    stop: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
