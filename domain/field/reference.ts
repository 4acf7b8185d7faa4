/** Without letters that are mistaken for digits or for each other. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** The short reference of an event, made from the random part of its id: "7K3M-Q2XD". */
export function referenceOf(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '').slice(-16)}`) & 0x3fff_ffff_ffff_ffffn
  let reference = ''
  for (let at = 0; at < length; at++) {
    reference += alphabet[Number(rest % BigInt(alphabet.length))]!
    rest /= BigInt(alphabet.length)
  }
  return `${reference.slice(0, 4)}-${reference.slice(4)}`
}

/** Whether a typed text is a reference, with or without its hyphen; the reference in its usual form, or undefined. */
export function parseReference(typed: string): string | undefined {
  const letters = typed.trim().toUpperCase().replace('-', '')
  const isReference = letters.length === length && [...letters].every((each) => alphabet.includes(each))
  return isReference ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined
}
