import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './test-app.ts'

export interface Received {
  id: string
  headers: IncomingMessage['headers']
  text: string
  body: Json
}

/** A real server that webhooks are sent to. */
export interface WebhookTarget {
  url: string
  received: Received[]
  /** What it answers; 204 unless the test says otherwise. */
  answer: (response: ServerResponse, request: Received) => void
  types: () => string[]
  close: () => Promise<void>
}

export async function openTarget(): Promise<WebhookTarget> {
  const target: WebhookTarget = {
    url: '',
    received: [],
    answer: (response) => response.writeHead(204).end(),
    types: () => target.received.map(({ body }) => body.type),
    close: () => closeServer(server),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { headers } = request
      const received = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) as Json }
      target.received.push(received)
      target.answer(response, received)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return target
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** Verifies a message as the text of Standard Webhooks says, in another way than the server signs. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.codePointAt(0)!)
  const content = [headers['webhook-id'], headers['webhook-timestamp'], text].join('.')
  const expected = createHmac('sha256', key).update(content, 'utf8').digest('base64')
  return String(headers['webhook-signature'])
    .split(' ')
    .some((each) => each === `v1,${expected}`)
}
