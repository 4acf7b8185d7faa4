// A self-signed certificate for localhost, in DER as of RFC 5280, because Node can read certificates but not make them.
import { createSign, generateKeyPairSync } from 'node:crypto'

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))

export interface TestCertificate {
  cert: string
  key: string
}

/** Valid for localhost and 127.0.0.1 from yesterday on, for so many days. */
export function makeCertificate(days = 30, serial = 1): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))))
  const start = Date.now() - 24 * 3_600_000
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(start)), time(new Date(start + days * 24 * 3_600_000))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, names)))),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const bytes = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = bytes
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}
