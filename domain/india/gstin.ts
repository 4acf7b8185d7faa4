import { advisePan, tidyPan } from './pan.ts'
import { stateOfGstCode } from './states.ts'
import { t } from '../messages/t.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base = alphabet.length

// State, PAN, registration number of that PAN, type of taxpayer (Z for nearly all), check digit.
const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-Z][0-9A-Z]$/

interface GstinPlace {
  /** The GST code of the address's state: Ext Code in the State master. */
  extCode?: number | undefined
  stateName?: string | undefined
  /** The PAN entered on the same form. */
  pan?: string | null | undefined
}

export const tidyGstin = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/**
 * The last character of a GSTIN, from the fourteen before it: every other value counts double, and a product of two
 * digits in base 36 counts as the sum of its digits. Both weights map the 36 values onto 36 different ones, so every
 * single wrong character is detected.
 */
export function gstinCheckDigit(firstFourteen: string): string {
  let sum = 0
  for (const [at, character] of [...firstFourteen].entries()) {
    const product = alphabet.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / base) + (product % base)
  }
  return alphabet[(base - (sum % base)) % base]!
}

/** Warnings about a GSTIN to show beside the field; they do not prevent saving. */
export function adviseGstin(text: string, place: GstinPlace = {}): string[] {
  const gstin = tidyGstin(text)
  if (gstin === '') return []
  if (gstin.length !== 15) return [t('A GSTIN has 15 characters; this has {count}', { count: gstin.length })]
  if (!shape.test(gstin)) {
    return [
      t('A GSTIN is 2 digits of the state, the PAN, 1 registration character, a letter and a check digit'),
    ]
  }
  const advice: string[] = []
  if (gstinCheckDigit(gstin.slice(0, 14)) !== gstin[14]) {
    advice.push(t('The check digit of this GSTIN is wrong: check it for a typing error'))
  }
  const gstCode = Number(gstin.slice(0, 2))
  const state = stateOfGstCode(gstCode)
  if (!state) advice.push(t('No state has the GST code {code}', { code: gstin.slice(0, 2) }))
  else if (place.extCode !== undefined && place.extCode !== gstCode) {
    const code = String(place.extCode).padStart(2, '0')
    const there = place.stateName ?? stateOfGstCode(place.extCode)?.name ?? t('the address')
    advice.push(
      t('This GSTIN is registered in {state} ({stateCode}), not in {place} ({placeCode})', {
        state: state.name,
        stateCode: gstin.slice(0, 2),
        place: there,
        placeCode: code,
      }),
    )
  }
  const inside = gstin.slice(2, 12)
  const pan = tidyPan(place.pan ?? '')
  if (pan !== '' && pan !== inside)
    advice.push(t('This GSTIN belongs to the PAN {inside}, not {pan}', { inside, pan }))
  return [...advice, ...advisePan(inside)]
}
