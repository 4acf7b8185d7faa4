import { t } from '../messages/t.ts'

const extension = /\s*(?:x|ext\.?)\s*(\d+)$/i

/** The ten digits of an Indian number, without prefix and extension; undefined when there are not ten. */
export function digitsOfPhone(text: string): string | undefined {
  const digits = text.replace(extension, '').replaceAll(/\D/g, '')
  const plain = digits.replace(/^(?:0{0,2}91(?=\d{10}$)|0(?=\d{10}$))/, '')
  return plain.length === 10 ? plain : undefined
}

const isAbroad = (text: string): boolean => /^\s*(?:\+|00)(?!\s*9\s*1)/.test(text)

/** Area codes of two digits; 79 and 80 also begin mobile numbers, but those go on otherwise. */
const metro = /^(11|20|22|33|40|44|79(?=[2-5])|80(?=[2-4]))(\d{4})(\d{4})$/
const minDigitsAbroad = 7
const maxDigits = 15

/**
 * The one spelling in which phone numbers are stored: international, in groups, as in "+91 98250 10135". A number without
 * a country is in India. One that cannot be read stays as typed.
 */
export function uniformPhone(text: string): string {
  const [ending, ext] = extension.exec(text) ?? []
  const number = ending === undefined ? text : text.slice(0, -ending.length)
  const spelled = isAbroad(number) ? spellAbroad(number) : spellIndian(number)
  if (spelled === undefined) return text
  return ext === undefined ? spelled : [spelled, 'ext', ext].join(' ')
}

function spellIndian(text: string): string | undefined {
  const digits = digitsOfPhone(text)
  // A second number, or a prefix of another system, is not guessed at.
  if (digits === undefined || text.includes('/')) return undefined
  const groups = metro.exec(digits) ?? areaOf(text, digits) ?? [digits, digits.slice(0, 5), digits.slice(5)]
  return ['+91', ...groups.slice(1)].join(' ')
}

/** Other area codes have three or four digits: where they end is known only if it was typed. */
function areaOf(text: string, digits: string): [string, string, string] | undefined {
  const [, area] = /^\D*(?:(?:00)?91\D+)?0?(\d{3,4})[\s)-]+\d{6,7}\D*$/.exec(text) ?? []
  return area !== undefined && digits.startsWith(area) ? [digits, area, digits.slice(area.length)] : undefined
}

/** The groups as typed: how a number is grouped abroad is not known here. */
function spellAbroad(text: string): string | undefined {
  const plain = text.trim().replace(/^00/, '+')
  const groups = plain.slice(1).match(/\d+/g) ?? []
  const count = groups.join('').length
  return count < minDigitsAbroad || count > maxDigits || plain.includes('/')
    ? undefined
    : `+${groups.join(' ')}`
}

/** A warning about an Indian phone number; null: none. A landline is valid unless `isMobile`. */
export function advisePhone(text: string, isMobile: boolean): string | null {
  if (isAbroad(text)) return null
  const digits = digitsOfPhone(text)
  if (!digits) return t('A phone number in India has 10 digits')
  if (/^[6-9]/.test(digits) || !isMobile) return null
  return t('A mobile number in India begins with 6, 7, 8 or 9')
}
