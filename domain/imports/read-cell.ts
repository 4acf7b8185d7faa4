import type { Field } from '../catalogue/field.ts'
import { unescapeFormula } from '../csv.ts'
import { addDays, parseDay } from '../dates/dates.ts'
import { parseInstant } from '../dates/moments.ts'
import { foldText } from '../text.ts'

const spaces = /[\u00a0\u2007\u202f\u200b\ufeff]/g
const wholeWithZeros = /^(\d+)\.0+$/
const grouped = /^[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
const decimals = /\.\d*$/
const serialDay = /^(\d{4,5})(?:\.\d+)?$/
const wordDay = /^(\d{1,2})[-/ .]([a-z]{3})[a-z]*[-/ .](\d{2}|\d{4})$/i
const shortDay = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})$/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Converts a cell as spreadsheets write it to input for the field's own `read`. Null when the cell is empty. */
export function readCell(field: Field, cell: string, timeZone: string): unknown {
  const text = unescapeFormula(cell.replaceAll(spaces, ' ').trim()).trim()
  if (text === '') return null
  const { as, inputMode, maxLength = Infinity, choices } = field.typedIn
  if (inputMode === 'numeric') return readNumeral(text)
  switch (as) {
    case 'date':
      return readDay(text)
    case 'instant':
      return parseInstant(text, timeZone) ?? text
    case 'number':
      return readNumeral(text)
    case 'choice':
      return readChoice(text, choices ?? [])
    case 'references':
      return text
        .split(/[,;|\n]/)
        .map((each) => each.trim())
        .filter((each) => each !== '')
    case 'phone':
    case 'reference':
    case 'generated':
      return withoutZeros(text)
    default:
      return maxLength <= 32 || /code|pin|number|\bid$/i.test(field.label) ? withoutZeros(text) : text
  }
}

/** A numeric code that a spreadsheet saved as a decimal number. */
const withoutZeros = (text: string): string => wholeWithZeros.exec(text)?.[1] ?? text

function readNumeral(text: string): string {
  const plain = text.replace(/^(?:₹|rs\.?|inr)\s*/i, '')
  const bare = plain.endsWith('/-') ? plain.slice(0, -2).trimEnd() : plain
  const digits = grouped.test(bare) ? bare.replaceAll(',', '') : bare
  return decimals.test(digits) ? digits.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : digits
}

function readDay(text: string): string {
  const [day = ''] = text.split(/[T ](?=\d{1,2}:\d{2})/)
  const serial = serialDay.exec(day)
  // Spreadsheets count days since 1899-12-30.
  if (serial) return addDays('1899-12-30', Number(serial[1]))
  const word = wordDay.exec(day)
  if (word) {
    const month = months.indexOf(word[2]!.toLowerCase()) + 1
    return parseDay(`${word[1]}/${month}/${fullYear(word[3]!)}`) ?? text
  }
  const short = shortDay.exec(day)
  if (short) return parseDay(`${short[1]}/${short[2]}/${fullYear(short[3]!)}`) ?? text
  return parseDay(day) ?? text
}

const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`

const yes = ['yes', 'y', 'true', '1', 'x', '✓']
const no = ['no', 'n', 'false', '0']

function readChoice(text: string, choices: readonly string[]): string {
  const plain = (word: string): string => foldText(word).replaceAll(/[\s_-]+/g, ' ')
  const typed = plain(text)
  const same = choices.find((choice) => plain(choice) === typed)
  if (same !== undefined) return same
  for (const meaning of [yes, no]) {
    const meant = meaning.includes(typed) && choices.find((choice) => meaning.includes(plain(choice)))
    if (meant) return meant
  }
  return text
}
