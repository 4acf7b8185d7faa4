import { cachedByText } from '../cached.ts'
import { isIndic, toLatin } from './to-latin.ts'

/**
 * The phonetic form of a word, independent of script and spelling. The key is its consonants, with `a` before them when
 * the word begins with a vowel; the gaps are the vowels between them, for a finer comparison.
 */
export interface Sound {
  key: string
  gaps: readonly string[]
}

/** Titles, forms of address and company forms that are not part of the name. */
const courtesies = new Set(
  (
    'shri shree sri shrimati smt mr mrs ms miss messrs dr late kum kumari bhai ben behn bahen bhen ji jee saheb ' +
    'and pvt ltd private limited the m s'
  ).split(' '),
)
const endings = /(?<=\w{3})(?:bhai|bhay|behn|bahen|bhen|ben|bai|ji|jee|saheb)$/

/** Spellings of one sound, in the order in which they are replaced. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/si(?:ngh|nh|ng)$/g, 'sinh'],
  [/ao$/g, 'av'],
  [/o[wv](?=[^aeiouy]|$)/g, 'o'],
  [/dny|jny|jn|gny|gn|gy/g, 'Gn'],
  [/x/g, 'ks'],
  [/chh|cch|ch/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/ck|[cq]/g, 'k'],
  [/ph|f/g, 'F'],
  [/z|jh/g, 'j'],
  [/w/g, 'v'],
  // An h after a consonant or at the end is silent.
  [/(?<=[^aeiouyh])h|h+$/g, ''],
  [/m(?=[pbF])/g, 'n'],
  [/(?<=.)y/g, 'i'],
]

const isVowel = (letter: string): boolean => 'aeiou'.includes(letter)

export function soundOf(word: string): Sound {
  let spelled = word
  for (const [spelling, sound] of spellings) spelled = spelled.replaceAll(spelling, sound)
  spelled = spelled.toLowerCase()
  let key = ''
  const gaps: string[] = ['']
  for (const letter of spelled) {
    if (isVowel(letter)) gaps[gaps.length - 1] += letter
    else if (letter !== key.at(-1) || gaps.at(-1) !== '') {
      key += letter
      gaps.push('')
    }
  }
  if (gaps[0] !== '') key = `a${key}`
  // A final a is rarely pronounced, and not written in Indian scripts.
  gaps[gaps.length - 1] = gaps.at(-1)!.replace(/a+$/, '')
  return { key, gaps }
}

/** Names reuse few words. */
export const soundOfWord = cachedByText(20_000, soundOf)

/** The significant words of a name, in Latin letters. */
export function wordsOf(name: string): string[] {
  const latin = (isIndic(name) ? toLatin(name.toLowerCase()) : name)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
  return latin
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !courtesies.has(word))
    .map((word) => word.replace(endings, ''))
}

/** e and i sound the same, and so do o and u. */
const heardIn = (gap: string): string => gap.replaceAll('e', 'i').replaceAll('o', 'u')

type Distance = 'none' | 'slight' | 'clear' | 'great'

/** The distance of the vowels in one gap: an omitted vowel and a short a count as equal, e is close to both. */
function distanceOf(one: string, other: string, isFirst: boolean): Distance {
  if (one === other) return 'none'
  const theirs = heardIn(other)
  if ([...heardIn(one)].some((vowel) => theirs.includes(vowel))) return 'none'
  if (isFirst && (one === '' || other === '')) return 'great'
  const isNearA = (gap: string): boolean => /^[ae]?$/.test(gap)
  if (!isNearA(one) || !isNearA(other)) return 'clear'
  return one === 'e' || other === 'e' ? 'slight' : 'none'
}

export function soundsSimilar(one: Sound, other: Sound): boolean {
  if (one.key !== other.key || one.gaps.length !== other.gaps.length) return false
  const apart = one.gaps.map((gap, at) => distanceOf(gap, other.gaps[at]!, at === 0))
  const count = (distance: Distance): number => apart.filter((each) => each === distance).length
  // In a short word one different vowel is another name: Kiran and Karan.
  return count('great') === 0 && count('clear') <= (one.key.length > 3 ? 1 : 0) && count('slight') <= 2
}
