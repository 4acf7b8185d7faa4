import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { TLSSocket } from 'node:tls'

export interface ReceivedMail {
  from: string
  to: string[]
  headers: string
  text: string
}

interface SmtpBehaviour {
  /** The certificate for STARTTLS, which is offered only if set. */
  tls?: { key: string; cert: string }
  /** Delays the greeting until it resolves. */
  holdBack?: Promise<unknown>
  /** Answers this command with this line. */
  refuse?: { command: string; line: string }
}

/** An SMTP server that stores received mails and can be set to misbehave. */
export interface SmtpServer {
  port: number
  received: ReceivedMail[]
  /** Every line the client sent, except the mails. */
  said: string[]
  manners: SmtpBehaviour
  /** Waits for the mail at that index. */
  mail: (index: number) => Promise<ReceivedMail>
  close: () => Promise<void>
}

export async function openSmtpServer(manners: SmtpBehaviour = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    void serve(socket, kept, 'greeted')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const kept: SmtpServer = {
    port: (server.address() as AddressInfo).port,
    received: [],
    said: [],
    manners,
    mail: async (index) => {
      for (let tries = 0; tries < 500 && kept.received.length <= index; tries++)
        await new Promise((resolve) => setTimeout(resolve, 10))
      const found = kept.received[index]
      if (!found) throw new Error(`No mail received; the client sent: ${kept.said.join(' | ')}`)
      return found
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return kept
}

async function serve(socket: Socket, kept: SmtpServer, as: 'greeted' | 'encrypted'): Promise<void> {
  const say = (line: string): void => void (socket.writable && socket.write(`${line}\r\n`))
  const { manners } = kept
  if (as === 'greeted') {
    await manners.holdBack
    say('220 test')
  }
  let mail = { from: '', to: [] as string[] }
  let data: string[] | undefined
  const lines = createInterface({ input: socket, crlfDelay: Infinity })
  lines.on('line', (line) => {
    if (data) {
      if (line !== '.') return void data.push(line.replace(/^\./, ''))
      kept.received.push({ ...mail, ...partsOf(data) })
      data = undefined
      return say('250 kept')
    }
    kept.said.push(line)
    const command = line.split(' ')[0]!.toUpperCase()
    if (manners.refuse?.command === command) return say(manners.refuse.line)
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (command === 'EHLO')
      return say(`250-test\r\n250 ${manners.tls && as === 'greeted' ? 'STARTTLS' : 'AUTH PLAIN'}`)
    if (command === 'AUTH') return say('235 welcome')
    if (command === 'STARTTLS' && manners.tls) {
      lines.close()
      say('220 go on')
      const secure = new TLSSocket(socket, { isServer: true, ...manners.tls })
      secure.on('error', () => {})
      return void serve(secure, kept, 'encrypted')
    }
    if (command === 'STARTTLS') return say('502 not here')
    if (command === 'MAIL') mail = { from: address, to: [] }
    if (command === 'RCPT') mail.to.push(address)
    if (command === 'DATA') {
      data = []
      return say('354 go on')
    }
    if (command === 'QUIT') return void socket.end('221 bye\r\n')
    return say('250 fine')
  })
}

function partsOf(lines: readonly string[]): { headers: string; text: string } {
  const gap = lines.indexOf('')
  const body = lines.slice(gap + 1).join('\n')
  const text = body
    .replaceAll(/=\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
  return { headers: lines.slice(0, gap).join('\n'), text }
}
