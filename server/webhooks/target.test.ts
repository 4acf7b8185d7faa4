import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { parseNetwork, type Network } from '../base/network.ts'
import { selfSigned } from '#testing/files/self-signed.ts'
import { openTarget } from '#testing/webhook-target.ts'
import { createWebhookSender, type Message, type Outcome } from './send-webhook.ts'
import { problemOfTarget } from './target.ts'

const networks = (...texts: string[]): Network[] => texts.map((text) => parseNetwork(text)!)
const never = new AbortController().signal
const sendTo = (url: string, allowed: readonly Network[] = []): Promise<Outcome> => {
  const message: Message = { url, headers: {}, body: '{}' }
  return createWebhookSender({ networks: allowed, timeout: 2000 })(message, never)
}

describe('the target of a webhook', () => {
  it.each(
    '10.0.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.168.1.1 100.64.0.1 224.0.0.1 0.0.0.0 [::1] [fe80::1] [fc00::1] [::ffff:10.0.0.1] [64:ff9b::a00:1] [ff02::1] 2130706433 0x7f.1'.split(
      ' ',
    ),
  )('is not %s, unless the setting allows it', async (host) => {
    const sentence = expect.stringContaining('WEBHOOK_PRIVATE_ADDRESSES')
    expect(problemOfTarget(`https://${host}/`, [])).toEqual(sentence)
    expect(problemOfTarget(`http://${host}/`, [])).toEqual(sentence)
    // Nor if it was saved while another setting applied.
    expect(await sendTo(`https://${host}/`)).toMatchObject({ problem: 'address', status: null })
    const all = networks('0.0.0.0/0', '::/0')
    expect(problemOfTarget(`https://${host}/`, all)).toBeUndefined()
  })

  it('is a public address or any name with https, without a password', () => {
    for (const url of ['https://example.com/x?y=z', 'https://8.8.8.8/', 'https://[2607:f8b0::1]:8443/'])
      expect(problemOfTarget(url, [])).toBeUndefined()
    for (const url of ['', 'x', 'file:///etc/passwd', 'https://a:b@example.com', 'http://example.com'])
      expect(problemOfTarget(url, []), url).toBeDefined()
  })

  it('is reached without encryption in the networks of the setting only', () => {
    const office = networks('192.168.1.0/24')
    expect(problemOfTarget('http://192.168.1.20/', office)).toBeUndefined()
    expect(problemOfTarget('http://erp.office/', office)).toBeUndefined()
    expect(problemOfTarget('http://192.168.2.20/', office)).toBeDefined()
    expect(problemOfTarget('http://8.8.8.8/', office)).toBeDefined()
  })

  it('is not a name that resolves to a private address, or to a public one without encryption', async () => {
    const target = await openTarget()
    const url = target.url.replace('127.0.0.1', 'localhost')
    for (const [address, allowed] of [
      [url.replace('http:', 'https:'), []],
      [url, networks('10.0.0.0/8')],
    ] as const)
      expect(await sendTo(address, allowed)).toEqual({
        status: null,
        problem: 'address',
        detail: 'localhost',
        answer: null,
      })
    expect(target.received).toEqual([])
    expect(await sendTo(url, networks('127.0.0.0/8', '::1'))).toMatchObject({ status: 204 })
    await target.close()
  })

  it('is connected to at the address that was checked, with the certificate of its name', async () => {
    const certificate = selfSigned('hooks.example.com')
    let names = 0
    const server = createServer(certificate, (_request, response) => response.end('ok')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const send = (ca?: string): Promise<Outcome> =>
      createWebhookSender({
        networks: networks('127.0.0.1'),
        ...(ca !== undefined && { ca }),
        resolveName: (_name, _options, callback) => {
          names++
          callback(null, [{ address: '127.0.0.1', family: 4 }])
        },
      })({ url: `https://hooks.example.com:${port}/`, headers: {}, body: '{}' }, never)
    expect(await send(certificate.cert)).toMatchObject({ status: 200, answer: 'ok' })
    expect(names).toBe(1)
    // A certificate of an unknown authority is refused.
    expect(await send()).toMatchObject({ status: null, problem: 'connection' })
    server.close()
  })

  it('is not another address that the name has a moment later', async () => {
    // 127.0.0.2 is allowed, as a public address would be; what listens on 127.0.0.1 must not be reached.
    const inside = await openTarget()
    const { port } = new URL(inside.url)
    const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.1']
    let names = 0
    const sender = createWebhookSender({
      networks: networks('127.0.0.2'),
      timeout: 2000,
      resolveName: (_name, _options, callback) => callback(null, [{ address: answers[names++]!, family: 4 }]),
    })
    const send = (): Promise<Outcome> =>
      sender({ url: `http://hooks.example.com:${port}/`, headers: {}, body: '{}' }, never)
    // Resolved once: the connection goes to the address that was checked, where nothing listens.
    expect(await send()).toMatchObject({
      problem: 'connection',
      detail: `connect ECONNREFUSED 127.0.0.2:${port}`,
    })
    expect(names).toBe(1)
    expect(await send()).toMatchObject({ problem: 'address', detail: 'hooks.example.com' })
    // A public address beside a private one does not help.
    const both = createWebhookSender({
      networks: networks('127.0.0.2'),
      resolveName: (_name, _options, callback) =>
        callback(
          null,
          ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 })),
        ),
    })
    const url = `http://hooks.example.com:${port}/`
    expect(await both({ url, headers: {}, body: '{}' }, never)).toMatchObject({ problem: 'address' })
    expect(inside.received).toEqual([])
    await inside.close()
  })

  it('that is not there is a problem with the error of the system', async () => {
    const target = await openTarget()
    await target.close()
    const { problem, detail } = await sendTo(target.url, networks('127.0.0.1'))
    expect([problem, detail]).toEqual(['connection', expect.stringContaining('ECONNREFUSED')])
  })
})
