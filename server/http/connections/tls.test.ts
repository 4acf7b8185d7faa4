import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCertificate, type TestCertificate } from '#testing/certificate.ts'
import { startServer } from '#testing/processes/server-process.ts'
import { readConfig } from '../../base/config.ts'
import { readCertificate } from './tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'agridesk-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }

function write({ cert, key }: TestCertificate): void {
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
}

const read = (url: string, ca: string): Promise<{ status: number | undefined; hsts: string | undefined }> =>
  new Promise((resolve, reject) => {
    get(`${url}/healthz`, { ca, agent: false }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, hsts: response.headers['strict-transport-security'] })
    }).on('error', reject)
  })

/** The certificate that new connections get. */
const served = (url: string): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    }).on('error', reject)
  })

describe('TLS in the server itself', () => {
  it('serves with the certificate, uses a renewed one, keeps the old one when the new one is wrong', async () => {
    const first = makeCertificate(30, 1)
    write(first)
    const server = await startServer({
      DATA_DIR: join(folder, 'data'),
      TLS_CERT: files.cert,
      TLS_KEY: files.key,
    })
    expect(server.url).toMatch(/^https:/)
    expect(await read(server.url, first.cert)).toEqual({ status: 200, hsts: 'max-age=31536000' })
    await expect(read(server.url, makeCertificate().cert)).rejects.toThrow(/self-signed|unable to verify/)
    await expect(fetch(server.url.replace('https', 'http'))).rejects.toThrow('fetch failed')

    const second = makeCertificate(5, 2)
    write(second)
    while ((await served(server.url)).serialNumber !== '02') await sleep(200)
    expect(await read(server.url, second.cert)).toMatchObject({ status: 200 })
    expect(server.output()).toContain('the TLS certificate ends soon')

    writeFileSync(files.key, makeCertificate().key)
    while (!server.output().includes('the new TLS certificate cannot be used')) await sleep(200)
    expect(await read(server.url, second.cert)).toMatchObject({ status: 200 })
    expect(await server.stop()).toBe(0)
  }, 60_000)

  it('refuses files that are missing, or do not belong together, with a sentence', () => {
    write({ ...makeCertificate(), key: makeCertificate().key })
    expect(() => readCertificate(files)).toThrow(
      /TLS_CERT and TLS_KEY should be a certificate .* and its private key/,
    )
    expect(() => readCertificate({ ...files, cert: '/nowhere.pem' })).toThrow(
      /TLS_CERT: \/nowhere\.pem cannot be read/,
    )
    expect(() => readConfig({ TLS_CERT: 'cert.pem' })).toThrow('TLS_CERT and TLS_KEY belong together')
  })
})
