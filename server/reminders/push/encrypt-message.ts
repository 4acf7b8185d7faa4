import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription, as the browser made them. */
export interface SubscriptionKeys {
  /** Its public key: a point of P-256, uncompressed. */
  p256dh: Buffer
  /** The secret that it shares with the server. */
  auth: Buffer
}

/** The size of a record; a message has one. */
const recordSize = 4096
/** The header, the tag and the delimiter are part of what push services limit to 4096 bytes. */
export const maxMessageBytes = recordSize - 103

const info = (text: string, ...parts: Buffer[]): Buffer => Buffer.concat([Buffer.from(`${text}\0`), ...parts])

/** The body of a push message: RFC 8291, with the content encoding `aes128gcm` of RFC 8188. */
export function encryptMessage(message: Buffer, { p256dh, auth }: SubscriptionKeys): Buffer {
  if (message.length > maxMessageBytes) throw new RangeError('A push message is too long')
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const shared = own.computeSecret(p256dh)
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info('WebPush: info', p256dh, publicKey), 32))
  const salt = randomBytes(16)
  const key = Buffer.from(hkdfSync('sha256', secret, salt, info('Content-Encoding: aes128gcm'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, info('Content-Encoding: nonce'), 12))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter of the last record.
  const encrypted = Buffer.concat([cipher.update(message), cipher.update(Buffer.from([2])), cipher.final()])
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(publicKey.length, 20)
  return Buffer.concat([header, publicKey, encrypted, cipher.getAuthTag()])
}
