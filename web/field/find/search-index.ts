import { foldSearch, searchedForms } from '#domain/duplicates/search-keys.ts'
import { foldText } from '#domain/text.ts'
import type { FieldCustomer } from '../field-customer.ts'

interface Indexed {
  customer: FieldCustomer
  /** What the forms were made from. */
  source: string
  /** Name, village, code and phone, folded, in Latin letters and in their other spellings; each word follows a space. */
  text: string
  /** The forms of the name alone. */
  name: string
}

export type SearchIndex = readonly Indexed[]

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '')
const sourceOf = ({ name, localName, city, cityLocalName, street, code, phone }: FieldCustomer): string =>
  [name, localName, city, cityLocalName, street, code, phone].join('\n')

/** Made once for a pack: after a sync only what changed is computed again. */
export function indexOf(customers: readonly FieldCustomer[], before: SearchIndex = []): SearchIndex {
  const known = new Map(before.map((each) => [each.source, each]))
  return customers.map((customer) => {
    const source = sourceOf(customer)
    const same = known.get(source)
    if (same) return same.customer === customer ? same : { ...same, customer }
    const forms = (...texts: (string | undefined)[]): string =>
      texts.flatMap((text) => (text ? searchedForms(text) : [])).join(' ')
    const name = ` ${forms(customer.name, customer.localName)}`
    const rest = [
      forms(customer.city, customer.cityLocalName),
      foldSearch(customer.street),
      foldText(customer.code),
    ]
    return { customer, source, name, text: `${name} ${rest.join(' ')} ${digitsOf(customer.phone)}` }
  })
}

let kept: SearchIndex = []

/** The index of the pack; it is kept while the app is open, so that the screen opens at once. */
export function keptIndexOf(customers: readonly FieldCustomer[]): SearchIndex {
  kept = indexOf(customers, kept)
  return kept
}

/** The customers that contain every word of the query; those whose name begins with it first. */
export function search(index: SearchIndex, typed: string, max: number): FieldCustomer[] {
  const query = foldSearch(typed.trim())
  // A phone number may be typed with spaces and with a country code.
  const isPhone = /^[+\d][\d\s()-]{4,}$/.test(query)
  const words = isPhone ? [digitsOf(query).slice(-10)] : query.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const [first] = words
  const ranks: FieldCustomer[][] = [[], [], [], []]
  for (const { customer, name, text } of index) {
    if (!words.every((word) => text.includes(word))) continue
    ranks[rankOf(name, text, query, first!)]!.push(customer)
  }
  return ranks.flat().slice(0, max)
}

/** 0: the name begins with the query; 1: a word of the name does; 2: another word does; 3: within a word. */
function rankOf(name: string, text: string, query: string, first: string): number {
  if (name.startsWith(` ${query}`)) return 0
  if (name.includes(` ${first}`)) return 1
  return text.includes(` ${first}`) ? 2 : 3
}
