import type { RecordValues } from '../../catalogue/entity.ts'
import { entities } from '../../catalogue/catalogue.ts'
import { foldText } from '../../text.ts'
import { similarityFieldsOf, textOf } from '../similarity-fields.ts'
import { compareNames, nameWordsOf, type NameWord } from './pair-names.ts'
import type { PairReason } from './pair-reasons.ts'

type Values = Readonly<RecordValues>

/** Two customers that are probably the same. */
export interface LikelyPair {
  reasons: PairReason[]
  score: number
}

/** What speaks for and against one customer entered twice; tuned on the labelled set in testing/duplicates. */
const points = {
  pan: 3.5,
  /** Branches of one firm have the PAN of the firm. */
  firmPan: 1,
  otherPan: -5,
  phone: 2.5,
  email: 2,
  name: 3,
  /** The name of one is the contact person of the other. */
  contactAsName: 2.4,
  otherName: -3,
  contact: 0.7,
  city: 1.2,
  pincode: 0.7,
  station: 0,
  elsewhere: -1.5,
} as const

export const likelyFrom = 3.5

/** Why two customers are probably the same; undefined when they are probably not. */
export function likelyPairOf(one: Values, other: Values): LikelyPair | undefined {
  const reasons: PairReason[] = []
  let score = 0
  const add = (reason: PairReason | undefined, more: number): void => {
    if (reason) reasons.push(reason)
    score += more
  }
  for (const { reason, keys, otherKeys } of identifiersOf(one, other)) {
    const isShared = keys.some((key) => otherKeys.includes(key))
    if (reason === 'pan') {
      if (isShared) add(reason, isFirm(one) || isFirm(other) ? points.firmPan : points.pan)
      else if (keys.length > 0 && otherKeys.length > 0) add(undefined, points.otherPan)
    } else if (isShared) add(reason, points[reason === 'phone' ? 'phone' : 'email'])
  }
  addNames(one, other, add)
  if (reasons.length === 0) return undefined
  addPlace(one, other, add)
  return score >= likelyFrom ? { reasons, score } : undefined
}

type Add = (reason: PairReason | undefined, more: number) => void

const { titles, contacts } = similarityFieldsOf(entities.customer)

function addNames(one: Values, other: Values, add: Add): void {
  const wordsOf = (values: Values, fields: readonly string[]): NameWord[][] =>
    fields.map((name) => nameWordsOf(textOf(values, name)))
  const [names, otherNames] = [wordsOf(one, titles), wordsOf(other, titles)]
  const [persons, otherPersons] = [wordsOf(one, contacts), wordsOf(other, contacts)]
  const byName = compareEach(names, otherNames)
  const asName = Math.max(0, compareEach(persons, otherNames) ?? 0, compareEach(names, otherPersons) ?? 0)
  const [[person = []], [otherPerson = []]] = [persons, otherPersons]
  if (byName !== undefined && byName > 0) {
    add('name', points.name * byName)
    // A farmer is usually also the contact person, which says nothing more, and one word is a first name or "Manager".
    if (asName === 0 && person.length > 1 && otherPerson.length > 1)
      add(undefined, points.contact * Math.max(0, compareNames(person, otherPerson) ?? 0))
  } else if (asName > 0) add('contact', points.contactAsName * asName)
  else if (byName !== undefined) add(undefined, points.otherName)
}

/** The best match, because a customer may have a second name. */
function compareEach(ours: readonly NameWord[][], theirs: readonly NameWord[][]): number | undefined {
  const compared = ours.flatMap((name) => theirs.flatMap((other) => compareNames(name, other) ?? []))
  return compared.length === 0 ? undefined : Math.max(...compared)
}

function addPlace(one: Values, other: Values, add: Add): void {
  const isSame = (name: string): boolean =>
    textOf(one, name) !== '' && foldText(textOf(one, name)) === foldText(textOf(other, name))
  if (isSame('City_Code')) add('city', points.city)
  else if (isSame('Pin_Code')) add('pincode', points.pincode)
  else if (isSame('Station_Code')) add('station', points.station)
  else add(undefined, points.elsewhere)
}

const isFirm = (values: Values): boolean => values['Type'] === 'business'

const reasonOf: Readonly<Record<string, PairReason>> = {
  'same PAN': 'pan',
  'same GSTIN': 'gstin',
  'same phone': 'phone',
  'same e-mail': 'email',
}

/** The identifiers of both customers, without what cannot be one, such as 0000000000. */
const identifiersOf = (
  one: Values,
  other: Values,
): { reason: PairReason; keys: string[]; otherKeys: string[] }[] =>
  similarityFieldsOf(entities.customer).identifiers.map(({ names, reason, toKey }) => {
    const keysOf = (values: Values): string[] =>
      names.map((name) => toKey(textOf(values, name))).filter(isTelling)
    return { reason: reasonOf[reason]!, keys: keysOf(one), otherKeys: keysOf(other) }
  })

/** One character repeated stands for a value that was not known. */
export function isTelling(key: string): boolean {
  let seen = ''
  for (const character of key) {
    if (seen.includes(character)) continue
    if (seen.length > 1) return true
    seen += character
  }
  return false
}
