import { generateKeyPairSync, sign } from 'node:crypto'
import { isTexts } from '#domain/catalogue/values.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Context } from '../../core/context.ts'
import { claimSetting, readSetting } from '../../store/settings.ts'

/** The keys by which push services know this server (RFC 8292). */
export interface VapidKeys {
  /** The point, as browsers want it: base64url. */
  publicKey: string
  /** PKCS #8, PEM. */
  privateKey: string
}

const name = 'push keys'

const isKeys = (input: unknown): input is VapidKeys =>
  isObject(input) && isTexts([input['publicKey'], input['privateKey']])

/** Made when they are first needed; of several instances one makes them. */
export async function vapidKeys(ctx: Context): Promise<VapidKeys> {
  const stored = await readSetting(ctx.store.read, name)
  if (stored !== undefined) return parseJson(stored, isKeys)
  const made = JSON.stringify(makeKeys())
  return ctx.store.transaction(async (tx) => {
    await claimSetting(tx, name, made, ctx.now())
    return parseJson((await readSetting(tx, name)) ?? made, isKeys)
  })
}

function makeKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x, y } = privateKey.export({ format: 'jwk' })
  const point = [x, y].map((part) => Buffer.from(part ?? '', 'base64url'))
  return {
    publicKey: Buffer.concat([Buffer.from([4]), ...point]).toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const lifetime = 12 * 60 * 60 // seconds

/** The value of the Authorization header. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { origin, contact, now }: { origin: string; contact: string; now: Date },
): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const expires = Math.floor(now.getTime() / 1000) + lifetime
  const content = [
    encode({ typ: 'JWT', alg: 'ES256' }),
    encode({ aud: origin, exp: expires, sub: contact }),
  ].join('.')
  const signature = sign('sha256', Buffer.from(content), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
}
