import { t } from '../messages/t.ts'

/** The ten digits of an Indian number, without prefix and extension; undefined when there are not ten. */
export function digitsOfPhone(text: string): string | undefined {
  const digits = text.replace(/(?:x|ext\.?)\s*\d+$/i, '').replaceAll(/\D/g, '')
  const plain = digits.replace(/^(?:0{0,2}91(?=\d{10}$)|0(?=\d{10}$))/, '')
  return plain.length === 10 ? plain : undefined
}

/** A warning about an Indian phone number; null: none. A landline is valid unless `isMobile`. */
export function advisePhone(text: string, isMobile: boolean): string | null {
  if (/^\s*(?:\+|00)(?!\s*9\s*1)/.test(text)) return null // a number abroad
  const digits = digitsOfPhone(text)
  if (!digits) return t('A phone number in India has 10 digits')
  if (/^[6-9]/.test(digits) || !isMobile) return null
  return t('A mobile number in India begins with 6, 7, 8 or 9')
}

/** A mobile number as it is written everywhere: +91 98250 10135; undefined for any other number. */
export function uniformMobile(text: string): string | undefined {
  if (advisePhone(text, true) !== null || /(?:x|ext\.?)\s*\d+$/i.test(text)) return undefined
  const digits = digitsOfPhone(text)
  return digits && `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`
}
