import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are not on the public internet. */
const notPublic = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(address, prefix, 'ipv4')
/** Of IPv6, all but the global unicast addresses; and those of it that contain an IPv4 address or are for documents. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  notPublic.addSubnet(address, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  return version === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** As `lookup` of `node:dns` for all addresses of a name. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a name to connect to, and fails if any of its addresses is not allowed. The connection is made to the addresses that were
 * checked, so a name that resolves to another one a moment later does not matter.
 */
export const lookupOf =
  (isAllowed: (address: string) => boolean, resolve: ResolveName = resolveName): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(notPublicError(hostname), '', 0)
      return answer(addresses, first, options.all === true, callback)
    })
  }

/** The code of the error for a name with an address that the server does not connect to. */
export const notPublicCode = 'ENOTPUBLIC'

const notPublicError = (hostname: string): Error =>
  Object.assign(new Error(`${hostname} has an address that is not public`), { code: notPublicCode })

export const publicLookup = lookupOf(isPublicAddress)

function answer(
  addresses: LookupAddress[],
  first: LookupAddress,
  isForAll: boolean,
  callback: Parameters<LookupFunction>[2],
): void {
  if (isForAll) callback(null, addresses)
  else callback(null, first.address, first.family)
}
