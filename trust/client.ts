import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Reply {
  status: number
  text: string
  headers: IncomingHttpHeaders
  milliseconds: number
}

/** No response, or an incomplete one. */
export class NoReply extends Error {
  /** False if the connection was not accepted, so that the server acknowledged nothing. */
  readonly wasTaken: boolean
  constructor(message: string, wasTaken: boolean) {
    super(message)
    this.wasTaken = wasTaken
  }
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  agent?: Agent
  /** Simulates a lost response: closes the connection when the response begins to arrive. */
  isAnswerLost?: boolean
}

export const keepAlive = (most = Infinity): Agent => new Agent({ keepAlive: true, maxSockets: most })

/** Sends one request, without retries. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, agent, isAnswerLost }: RequestOptions = {},
) {
  return new Promise<Reply>((resolve, reject) => {
    const began = performance.now()
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const asked = request(url, {
      method,
      ...(agent && { agent }),
      headers: {
        ...headers,
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      },
    })
    let wasTaken = false
    const fail = (error: Error): void =>
      reject(new NoReply(`${method} ${url}: ${error.message}`, wasTaken || asked.reusedSocket))
    asked.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (wasTaken = true))
      else wasTaken = true
    })
    asked.on('error', fail)
    asked.on('response', (answer) => {
      if (isAnswerLost) {
        asked.destroy()
        return fail(new Error('lost'))
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', fail)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: answer.headers,
          milliseconds: performance.now() - began,
        }),
      )
    })
    asked.end(payload)
  })
}

/** Sends requests at a constant rate regardless of the responses until `isOver`; resolves when all have completed or failed. */
export async function atRate(perSecond: number, isOver: () => boolean, send: () => Promise<void>) {
  const began = performance.now()
  const sent: Promise<void>[] = []
  while (!isOver()) {
    const due = ((performance.now() - began) / 1000) * perSecond
    while (sent.length < due && !isOver()) sent.push(send())
    await sleep(4)
  }
  await Promise.all(sent)
  return sent.length
}

/** Runs concurrent workers that each send the next request as soon as the previous one completes. */
export async function runWorkers(count: number, isOver: () => boolean, send: () => Promise<void>) {
  const worker = async (): Promise<void> => {
    while (!isOver()) await send()
  }
  await Promise.all(Array.from({ length: count }, worker))
}
