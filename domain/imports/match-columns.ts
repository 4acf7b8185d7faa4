import type { Entity } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { distance } from './similar.ts'
import type { MatchReason } from './import-job.ts'

export interface Match {
  /** The field a column is imported as; null: not imported. */
  field: string | null
  because: MatchReason | null
}

/** Normalises a heading: `Customer_Code`, `customer code*` and `CustomerCode` give the same text. */
export const plainHeading = (heading: string): string =>
  foldText(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

const words = (heading: string): string[] =>
  foldText(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => synonyms[word] ?? word)

const synonyms: Record<string, string> = {
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

/** Matches headings to fields: by remembered mapping, by name or label, or by similarity; each field at most once. */
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
  const candidates = headings.flatMap((heading, at) =>
    matches[at]!.because !== null || plainHeading(heading) === ''
      ? []
      : Object.entries(entity.fields)
          .filter(([name]) => !taken.has(name))
          .map(([name, { label }]) => ({
            at,
            name,
            similarity: headingSimilarity(entity, heading, name, label),
          }))
          .filter(({ similarity }) => similarity >= 0.75),
  )
  for (const { at, name } of candidates.toSorted((one, other) => other.similarity - one.similarity))
    take(at, name, 'similar')
  return matches
}

function headingSimilarity(entity: Entity, heading: string, name: string, label: string): number {
  const plain = plainHeading(heading)
  const spelled = Math.max(
    ...[name, label].map((each) => {
      const other = plainHeading(each)
      return 1 - distance(plain, other) / Math.max(plain.length, other.length)
    }),
  )
  const own = foldText(entity.singular).split(' ')
  const headingWords = words(heading).filter((word) => !own.includes(word))
  const labelWords = words(label).filter((word) => !own.includes(word))
  const shared = labelWords.filter((word) => headingWords.includes(word)).length
  const byWords = shared / Math.max(headingWords.length, labelWords.length, 1)
  return Math.max(spelled, byWords * 0.9)
}
