import { isIP, type LookupFunction } from 'node:net'
import { t } from '#domain/messages/t.ts'
import { isInNetworks, type Network } from '../base/network.ts'
import { isPublicAddress, lookupOf, type ResolveName } from '../base/public-address.ts'

const maxLength = 2000

/** Whether the server connects to the address: http goes to the networks of the setting only, https to the public internet as well. */
const isAllowed = (url: URL, networks: readonly Network[]): ((address: string) => boolean) => {
  const isListed = isInNetworks(networks)
  return (address) => isListed(address) || (url.protocol === 'https:' && isPublicAddress(address))
}

/** An IP address is not looked up, so it is checked by `problemOfTarget`; a name is, each time the server connects. */
export const lookupFor = (url: URL, networks: readonly Network[], resolve?: ResolveName): LookupFunction =>
  lookupOf(isAllowed(url, networks), resolve)

const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/[[\]]/g, '')

/** Why nothing is sent to the URL, whatever its name resolves to. */
export function problemOfTarget(typed: string, networks: readonly Network[]): string | undefined {
  const url = URL.parse(typed)
  if (!url || !/^https?:$/.test(url.protocol) || typed.length > maxLength)
    return t('URL should be an address that begins with https://')
  if (url.username !== '' || url.password !== '')
    return t('URL should contain no user name and password: the signature proves who sends')
  const host = hostOf(url)
  const isAddress = isIP(host) !== 0
  if (url.protocol === 'http:' && (networks.length === 0 || (isAddress && !isAllowed(url, networks)(host))))
    return t(
      'URL should begin with https://. Without encryption only private networks in the setting WEBHOOK_PRIVATE_ADDRESSES are allowed',
    )
  if (isAddress && !isAllowed(url, networks)(host)) return notPublic()
  return undefined
}

export const notPublic = (): string =>
  t(
    'The address is not on the public internet. Allow its network with the setting WEBHOOK_PRIVATE_ADDRESSES if this is intended',
  )
