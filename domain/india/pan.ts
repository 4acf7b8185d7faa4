/** What the fourth letter of a PAN says of its holder. */
const holders: Readonly<Record<string, string>> = {
  A: 'an association of persons',
  B: 'a body of individuals',
  C: 'a company',
  F: 'a firm or partnership',
  G: 'a government body',
  H: 'a Hindu undivided family',
  J: 'an artificial juridical person',
  L: 'a local authority',
  P: 'a person',
  T: 'a trust',
}

const shape = /^[A-Z]{5}\d{4}[A-Z]$/

interface PanHolder {
  type?: 'business' | 'individual' | undefined
  name?: string | undefined
}

/** As it is written on the card: capitals, no spaces. */
export const tidyPan = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

export const holderOfPan = (pan: string): string | undefined => holders[tidyPan(pan)[3] ?? '']

/** What looks wrong about a PAN, as sentences to show beside the field. Advice: the record saves all the same. */
export function advisePan(text: string, holder: PanHolder = {}): string[] {
  const pan = tidyPan(text)
  if (pan === '') return []
  if (!shape.test(pan)) return ['A PAN has 5 letters, 4 digits and 1 letter, like ABCPD1234E']
  const kind = holders[pan[3]!]
  if (!kind)
    return [`The fourth letter of a PAN says whose it is; ${pan[3]} is not one of the letters in use`]
  const advice: string[] = []
  // A business may well carry its owner's own PAN; a person never carries a firm's.
  if (holder.type === 'individual' && !'PH'.includes(pan[3]!)) {
    advice.push(`This PAN belongs to ${kind}, but the customer is an individual`)
  }
  const initials = initialsOf(holder.name)
  const isPersonal = pan[3] === 'P'
  // A firm's fifth letter is that of its first word; a person's that of the surname, wherever it stands.
  const expected = isPersonal ? initials : initials.slice(0, 1)
  const nameIsTheHolders = !isPersonal || holder.type === 'individual'
  if (nameIsTheHolders && expected.length > 0 && !expected.includes(pan[4]!)) {
    advice.push(
      isPersonal
        ? `The fifth letter of a PAN is that of the surname; ${pan[4]} begins no part of this name`
        : `The fifth letter of a PAN is that of the name; this name does not begin with ${pan[4]}`,
    )
  }
  return advice
}

function initialsOf(name: string | undefined): string[] {
  const words = (name ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^A-Z]+/)
  return words.filter((word) => word !== '').map((word) => word[0]!)
}
