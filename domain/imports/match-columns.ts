import type { Entity } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { distance } from './similar.ts'
import type { ImportColumn } from './import-job.ts'

export type Match = Pick<ImportColumn, 'field' | 'because'>

/** A heading without what people write differently: `Customer_Code`, `customer code*` and `CustomerCode` are one. */
export const plainHeading = (heading: string): string =>
  foldText(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

const words = (heading: string): string[] =>
  foldText(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => shortened[word] ?? word)

const shortened: Record<string, string> = {
  no: 'number',
  num: 'number',
  nr: 'number',
  mobile: 'phone',
  tel: 'phone',
  telephone: 'phone',
  contact: 'contact',
  mail: 'email',
  zip: 'pin',
  pincode: 'pin',
  postal: 'pin',
  town: 'city',
  village: 'city',
  district: 'city',
  address: 'street',
  id: 'code',
  desc: 'name',
  description: 'name',
  title: 'name',
  party: 'customer',
  client: 'customer',
  dealer: 'customer',
}

/** Which field each heading means: as it did the last time, by its name or label, or by likeness; each field once. */
export function matchColumns(
  entity: Entity,
  headings: readonly string[],
  remembered: ReadonlyMap<string, string>,
): Match[] {
  const taken = new Set<string>()
  const matches: Match[] = headings.map(() => ({ field: null, because: null }))
  const take = (at: number, field: string | undefined, because: Match['because']): void => {
    if (field === undefined || matches[at]!.because !== null || taken.has(field)) return
    taken.add(field)
    matches[at] = { field, because }
  }
  for (const [at, heading] of headings.entries()) {
    const meaning = remembered.get(plainHeading(heading))
    if (meaning === '') matches[at] = { field: null, because: 'remembered' }
    else if (meaning !== undefined && entity.fields[meaning]) take(at, meaning, 'remembered')
  }
  const byName = new Map<string, string>()
  for (const [name, { label }] of Object.entries(entity.fields)) {
    byName.set(plainHeading(name), name)
    if (!byName.has(plainHeading(label))) byName.set(plainHeading(label), name)
  }
  for (const [at, heading] of headings.entries()) take(at, byName.get(plainHeading(heading)), 'same name')
  const liked = headings.flatMap((heading, at) =>
    matches[at]!.because !== null || plainHeading(heading) === ''
      ? []
      : Object.entries(entity.fields)
          .filter(([name]) => !taken.has(name))
          .map(([name, { label }]) => ({ at, name, likeness: likenessOf(entity, heading, name, label) }))
          .filter(({ likeness }) => likeness >= 0.75),
  )
  for (const { at, name } of liked.toSorted((one, other) => other.likeness - one.likeness))
    take(at, name, 'similar')
  return matches
}

function likenessOf(entity: Entity, heading: string, name: string, label: string): number {
  const plain = plainHeading(heading)
  const spelled = Math.max(
    ...[name, label].map((each) => {
      const other = plainHeading(each)
      return 1 - distance(plain, other) / Math.max(plain.length, other.length)
    }),
  )
  const own = foldText(entity.singular).split(' ')
  const said = words(heading).filter((word) => !own.includes(word))
  const meant = words(label).filter((word) => !own.includes(word))
  const shared = meant.filter((word) => said.includes(word)).length
  const byWords = shared / Math.max(said.length, meant.length, 1)
  return Math.max(spelled, byWords * 0.9)
}
