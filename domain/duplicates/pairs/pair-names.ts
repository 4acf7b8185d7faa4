import { cachedByText } from '../../cached.ts'
import { soundOf, soundsSimilar, wordsOf, type Sound } from '../sound-key.ts'

/** A word of a name; words that many firms have in their names say less. */
export interface NameWord extends Sound {
  text: string
  isInitial: boolean
  isCommon: boolean
}

/** Abbreviations and other forms of words in names of firms. */
const abbreviations: Readonly<Record<string, string>> = {
  agri: 'agro',
  agriculture: 'agro',
  agricultural: 'agro',
  bros: 'brothers',
  bro: 'brothers',
  centre: 'center',
  co: 'company',
  coop: 'cooperative',
  corp: 'corporation',
  ctr: 'center',
  ent: 'enterprise',
  enterprises: 'enterprise',
  fert: 'fertilizers',
  fertiliser: 'fertilizers',
  fertilisers: 'fertilizers',
  fertilizer: 'fertilizers',
  inds: 'industries',
  ind: 'industries',
  kndr: 'kendra',
  pest: 'pesticides',
  pesticide: 'pesticides',
  prod: 'products',
  seed: 'seeds',
  store: 'stores',
  trader: 'traders',
  trading: 'traders',
  trdrs: 'traders',
}

/** Words without meaning in a name: "and", and the short form of a private limited company in Gujarati and Hindi. */
const ignored = new Set(['end', 'pra', 'li', 'llp', 'of', 'firm', 'ms'])

const commonWords = (
  'agro agrotech beej bhandar brothers center company cooperative corporation enterprise farm farmers fertilizers ' +
  'industries kendra khatar khedut kisan krishi mandli mart pesticides products sahakari seeds seva shop sons ' +
  'stores suppliers supply traders vikreta'
).split(' ')

/** Their spellings that sound different. */
const spellings: Readonly<Record<string, string>> = { enterprij: 'enterprise', krushi: 'krishi' }

interface CommonWord extends Sound {
  text: string
}

const commonSounds = Map.groupBy(
  [
    ...commonWords.map((text): CommonWord => ({ ...soundOf(text), text })),
    ...Object.entries(spellings).map(([spelt, text]): CommonWord => ({ ...soundOf(spelt), text })),
  ],
  ({ key }) => key,
)

const commonWordOf = (sound: Sound): CommonWord | undefined =>
  commonSounds.get(sound.key)?.find((common) => soundsSimilar(common, sound))

export const nameWordsOf = (name: string): NameWord[] =>
  wordsOf(name.replaceAll(/\bco-op\b/gi, 'coop'))
    .map((word) => abbreviations[word] ?? word)
    .filter((word) => !ignored.has(word))
    .map(nameWordOf)

/** Names reuse few words. */
const nameWordOf = cachedByText(20_000, (text): NameWord => {
  const sound = soundOf(text)
  const common = commonWordOf(sound)
  return common
    ? { ...soundOf(common.text), text: common.text, isInitial: false, isCommon: true }
    : { ...sound, key: sound.key || text, text, isInitial: /^\p{L}$/u.test(text), isCommon: false }
})

const weightOf = ({ isCommon }: NameWord): number => (isCommon ? 0.4 : 1)
const sum = (words: readonly NameWord[]): number => words.reduce((total, word) => total + weightOf(word), 0)

/** How many words of a long name are compared. */
const maxWords = 8

/**
 * The similarity of two names, from 0 to 1: the share of their words that match. Below 0 when the names contradict each other:
 * both have a word of their own, as Ramesh Patel and Suresh Patel. Undefined when a name is missing or says too little.
 */
export function compareNames(one: readonly NameWord[], other: readonly NameWord[]): number | undefined {
  const [ours, theirs] = [one.slice(0, maxWords), other.slice(0, maxWords)]
  if (ours.length === 0 || theirs.length === 0) return undefined
  if (ours.length !== theirs.length && soundsSimilar(joined(ours), joined(theirs))) return 1
  const total = sum(ours) + sum(theirs)
  const alone: NameWord[] = []
  let matched = 0
  let ownWords = 0
  // Full words first, so that an initial does not use up a word that a full word needs.
  const order = ours.toSorted((a, b) => Number(a.isInitial) - Number(b.isInitial))
  for (const word of order) {
    const best = bestMatch(word, theirs)
    if (!best) {
      alone.push(word)
      continue
    }
    matched += best.share * (weightOf(word) + weightOf(theirs[best.at]!))
    if (!word.isCommon) ownWords++
    theirs.splice(best.at, 1)
  }
  const contradict = (isCommon: boolean): boolean =>
    [alone, theirs].every((words) => words.some((word) => word.isCommon === isCommon))
  if (contradict(false) || ownWords === 0) return -1
  return (contradict(true) ? 0.8 : 1) * (matched / total)
}

function bestMatch(word: NameWord, among: readonly NameWord[]): { at: number; share: number } | undefined {
  const shares: readonly (readonly [number, (other: NameWord) => boolean])[] = [
    [1, (other) => !word.isInitial && !other.isInitial && soundsSimilar(word, other)],
    [0.85, (other) => isMisspelt(word.text, other.text)],
    [0.5, (other) => (word.isInitial || other.isInitial) && word.key[0] === other.key[0]],
  ]
  for (const [share, fits] of shares) {
    const at = among.findIndex(fits)
    if (at >= 0) return { at, share }
  }
  return undefined
}

/** "Ram Lal" and "Ramlal" are one name. */
const joined = (words: readonly NameWord[]): Sound => soundOf(words.map(({ text }) => text).join(''))

export const joinedKey = (words: readonly NameWord[]): string => joined(words).key

const minMisspelt = 5

/** Two letters exchanged, or one too many in a long word. Another letter may be another name: Ramesh and Rajesh. */
function isMisspelt(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < minMisspelt || short[0] !== long[0]) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const [rest, longRest] = [short.slice(start), long.slice(start)]
  if (short.length === long.length)
    return rest[0] === longRest[1] && rest[1] === longRest[0] && rest.slice(2) === longRest.slice(2)
  return short.length > minMisspelt && rest === longRest.slice(1)
}
