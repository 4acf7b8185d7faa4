import { isIP } from 'node:net'
import { isPublicAddress } from '../../base/public-address.ts'

/** The URL of a push service as a browser gives it; undefined if it is none. Its name is resolved when a message is sent. */
export function parseEndpoint(typed: string): URL | undefined {
  const url = URL.parse(typed)
  if (typed.length > 1000 || url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return undefined
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) !== 0) return isPublicAddress(host) ? url : undefined
  // A name of the public internet has a dot; these endings never are.
  const isLocal =
    !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa|test|invalid)\.?$/i.test(host)
  return isLocal ? undefined : url
}
