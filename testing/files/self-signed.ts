import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate for one host name. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const subject = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
  const year = (add: number): Buffer => Buffer.from(`${new Date().getUTCFullYear() + add}0101000000Z`)
  // Basic constraints (2.5.29.19) make it a CA; clients read the name from the subject alternative name (2.5.29.17).
  const extensions = sequence(
    sequence(oid('551d13'), octets(sequence(tagged(0x01, Buffer.from([0xff]))))),
    sequence(oid('551d11'), octets(sequence(tagged(0x82, Buffer.from(name))))),
  )
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    subject,
    sequence(tagged(0x18, year(-1)), tagged(0x18, year(1))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const cert = sequence(body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  }
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))
const octets = (content: Buffer): Buffer => tagged(0x04, content)
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
/** Only values below 128, which need a single byte. */
const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]))
