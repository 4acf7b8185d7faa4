/* All tables are for Devanagari: the Gujarati letters are in the same order, offset by 0x180. */

const vowels: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ऌ: 'li',
  ऍ: 'e',
  ऎ: 'e',
  ए: 'e',
  ऐ: 'ai',
  ऑ: 'o',
  ऒ: 'o',
  ओ: 'o',
  औ: 'au',
  ॲ: 'e',
}

const signs: Readonly<Record<string, string>> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'ॄ': 'ri',
  'ॅ': 'e',
  'ॆ': 'e',
  'े': 'e',
  'ै': 'ai',
  'ॉ': 'o',
  'ॊ': 'o',
  'ो': 'o',
  'ौ': 'au',
}

const consonants: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'क=k ख=kh ग=g घ=gh ङ=n च=ch छ=chh ज=j झ=jh ञ=ny ट=t ठ=th ड=d ढ=dh ण=n त=t थ=th द=d ध=dh न=n ऩ=n ' +
    'प=p फ=ph ब=b भ=bh म=m य=y र=r ऱ=r ल=l ळ=l ऴ=l व=v श=sh ष=sh स=s ह=h'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)

const virama = '्'
const nukta = '़'
const nasals = 'ंँ'
const visarga = 'ः'
const indic = /[\u0900-\u097f\u0a80-\u0aff]/

export const isIndic = (text: string): boolean => indic.test(text)

/** A syllable: its consonants, the vowel after them, and whether that vowel is inherent, that is, not written. */
interface Syllable {
  sounds: string
  vowel: string
  isInherent: boolean
  nasal: boolean
  /** More than one consonant. */
  isCluster: boolean
}

/**
 * Transliterates Devanagari and Gujarati to the common Latin spelling; other text is unchanged. A prefix of a word gives
 * a substring of the result for the whole word, so that it finds it.
 */
export const toLatin = (text: string): string =>
  isIndic(text) ? replaceWords(text, (syllables) => syllables) : text

/** Like `toLatin`, as pronounced: without the inherent vowels that are silent within a word (કમલા: kamla). */
export const toLatinAsSaid = (text: string): string =>
  isIndic(text) ? replaceWords(text, withoutSilent) : text

/**
 * The parts of each word that all its Latin spellings share: Rameshbhai or Rameshabhai, Kamla or Kamala. Parts of one
 * letter are dropped when there are longer ones.
 */
export const toLatinParts = (text: string): string =>
  isIndic(text) ? replaceWith(text, (syllables) => partsOf(syllables).join(' ')) : text

function partsOf(syllables: readonly Syllable[]): string[] {
  const parts = cut(syllables, 0)
  const significant = parts.some((part) => part.length >= minPartLength)
    ? parts
    : cut(syllables, minPartLength)
  const long = significant.filter((part) => part.length > 1)
  return long.length > 0 ? long : significant
}

/** Shorter parts alone would match too much. */
const minPartLength = 3

/** Splits a word where a vowel may be silent, once a part has at least that many letters. */
function cut(syllables: readonly Syllable[], letters: number): string[] {
  const parts = ['']
  for (const [at, syllable] of syllables.entries()) {
    const text = parts.at(-1)! + spell({ ...syllable, vowel: '' }, at, syllables)
    const isCut = mayBeSilent(syllables, at) && text.length >= letters
    parts[parts.length - 1] += spell(isCut ? { ...syllable, vowel: '' } : syllable, at, syllables)
    if (isCut) parts.push('')
  }
  return parts
}

const replaceWords = (text: string, change: (syllables: Syllable[]) => Syllable[]): string =>
  replaceWith(text, (syllables) => change(syllables).map(spell).join(''))

const replaceWith = (text: string, spelt: (syllables: Syllable[]) => string): string =>
  inOneScript(text).replaceAll(/[\u0900-\u0963\u0970-\u097f]+/g, (word) => spelt(syllablesOf(word)))

function inOneScript(text: string): string {
  const one = text
    .normalize('NFKC')
    .replaceAll(/[\u0a80-\u0aff]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! - 0x180))
  return one.replaceAll(/[\u0966-\u096f]/g, (digit) => String(digit.codePointAt(0)! - 0x966))
}

function syllablesOf(word: string): Syllable[] {
  const syllables: Syllable[] = []
  const letters = [...word]
  let sounds = ''
  let count = 0
  const close = (vowel: string, isInherent = false): void => {
    syllables.push({ sounds, vowel, isInherent, nasal: false, isCluster: count > 1 })
    sounds = ''
    count = 0
  }
  for (const [at, letter] of letters.entries()) {
    const next = letters.slice(at + 1).find((each) => each !== nukta) ?? ''
    const consonant = consonants[letter]
    if (consonant) {
      sounds += consonant
      count++
      // The inherent vowel: not before another vowel, and not at the end of a word.
      const isFinal = next === ''
      if (next === virama || next in signs) continue
      close(isFinal ? '' : 'a', !isFinal)
    } else if (letter in signs) close(signs[letter]!)
    else if (letter in vowels) close(vowels[letter]!)
    else if (nasals.includes(letter) && syllables.length > 0) syllables.at(-1)!.nasal = true
    else if (letter === visarga && next !== '') sounds += 'h'
  }
  if (sounds) close('')
  return syllables
}

/** Removes silent vowels from the end: between two syllables that keep theirs, and not before a cluster. */
function withoutSilent(syllables: Syllable[]): Syllable[] {
  const said = [...syllables]
  for (let at = said.length - 1; at > 0; at--) {
    const after = said[at + 1]
    if (mayBeSilent(said, at) && after!.vowel !== '' && !after!.isCluster)
      said[at] = { ...said[at]!, vowel: '' }
  }
  return said
}

/** Whether an inherent vowel may be silent. */
function mayBeSilent(syllables: readonly Syllable[], at: number): boolean {
  const [before, syllable, after] = [syllables[at - 1], syllables[at]!, syllables[at + 1]]
  return (
    syllable.isInherent &&
    !syllable.nasal &&
    before !== undefined &&
    before.vowel !== '' &&
    after !== undefined &&
    after.sounds !== ''
  )
}

function spell({ sounds, vowel, nasal }: Syllable, at: number, all: readonly Syllable[]): string {
  const next = all[at + 1]?.sounds ?? ''
  return `${sounds}${vowel}${nasal ? (/^[pb]/.test(next) ? 'm' : 'n') : ''}`
}
