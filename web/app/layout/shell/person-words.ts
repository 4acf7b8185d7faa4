import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { nameOfRole } from '#domain/access/role-words.ts'
import { t } from '#domain/messages/t.ts'

/** "AP" of "anita patel" */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map((word) => [...word][0]!.toLocaleUpperCase()).join('')
}

/** "station Gondal"; of several, the first one and the number of the others. */
export function scopeWords({ status, sees, access }: OwnAccountView): string {
  if (status !== 'active') return ''
  // An account that an earlier version stored on a phone is without them.
  const places: OwnAccountView['sees'] | OwnAccountView['access']['scope'] = sees ?? access.scope
  if (places === 'everything') return t('Everything')
  const [first] = places
  if (!first) return t('Own customers')
  const place = `${t(first.level)} ${'name' in first ? first.name : first.code}`
  return places.length === 1
    ? place
    : t('{place} and {count, number} more', { place, count: places.length - 1 })
}

/** "Field · station Gondal" */
export function roleWords(account: OwnAccountView): string {
  if (account.status === 'pending') return t('Waiting for approval')
  return [nameOfRole(account.role), scopeWords(account)].filter(Boolean).join(' · ')
}
