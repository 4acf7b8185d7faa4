import { BlockList, isIP } from 'node:net'

/** A part of the address space, such as 10.0.0.0/8. */
export interface Network {
  address: string
  prefix: number
  family: 'ipv4' | 'ipv6'
}

/** Reads an address, or one with the length of its prefix; undefined if it is neither. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  const max = version === 4 ? 32 : 128
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined
  const prefix = length === undefined ? max : Number(length)
  return prefix <= max ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

/** Tests whether an address is in any of the networks. */
export function isInNetworks(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList()
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
