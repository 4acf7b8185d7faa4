import { t } from '../messages/t.ts'

/** The fourth letter of a PAN is the type of its holder. */
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

/** As printed on the card: capitals, no spaces. */
export const tidyPan = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

export const holderOfPan = (pan: string): string | undefined => holders[tidyPan(pan)[3] ?? '']

/** Warnings about a PAN to show beside the field; they do not prevent saving. */
export function advisePan(text: string, holder: PanHolder = {}): string[] {
  const pan = tidyPan(text)
  if (pan === '') return []
  if (!shape.test(pan)) return [t('A PAN has 5 letters, 4 digits and 1 letter, like ABCPD1234E')]
  const kind = holders[pan[3]!]
  if (!kind)
    return [
      t('The fourth letter of a PAN is the type of holder; {letter} is not in use', { letter: pan[3]! }),
    ]
  const advice: string[] = []
  // A business may use its owner's personal PAN; an individual never has the PAN of a firm.
  if (holder.type === 'individual' && !'PH'.includes(pan[3]!)) {
    advice.push(t('This PAN belongs to {holder}, but the customer is an individual', { holder: t(kind) }))
  }
  const initials = initialsOf(holder.name)
  const isPersonal = pan[3] === 'P'
  // The fifth letter is the initial of a firm's first word, or of a person's surname, in any position.
  const expected = isPersonal ? initials : initials.slice(0, 1)
  const isHoldersName = !isPersonal || holder.type === 'individual'
  if (isHoldersName && expected.length > 0 && !expected.includes(pan[4]!)) {
    advice.push(
      isPersonal
        ? t(
            'The fifth letter of a PAN is the initial of the surname; no part of this name begins with {letter}',
            { letter: pan[4]! },
          )
        : t('The fifth letter of a PAN is the initial of the name; this name does not begin with {letter}', {
            letter: pan[4]!,
          }),
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
