import { formatList } from '../text.ts'
import { stateOfGstCode } from './states.ts'
import { t } from '../messages/t.ts'

const regions = [
  'the north (Delhi, Haryana, Punjab, Himachal Pradesh, Jammu and Kashmir, Ladakh)',
  'the north (Uttar Pradesh, Uttarakhand)',
  'the west (Rajasthan, Gujarat, Daman and Diu)',
  'the west (Maharashtra, Goa, Madhya Pradesh, Chhattisgarh)',
  'the south (Telangana, Andhra Pradesh, Karnataka)',
  'the south (Tamil Nadu, Kerala, Puducherry, Lakshadweep)',
  'the east (West Bengal, Odisha, the north-east)',
  'the east (Bihar, Jharkhand)',
  'the army postal service',
]

/** First two digits → the GST codes of the states they cover. Enclaves share their neighbour's digits. */
const sortingDistricts = `
11 7|12 6|13 6|14 3|15 3|16 3,4|17 2|18 1|19 1,38
20 9,5|21 9,5|22 9,5|23 9,5|24 9,5|25 9,5|26 9,5|27 9,5|28 9,5
30 8|31 8|32 8|33 8|34 8|36 24,26|37 24|38 24|39 24,26
40 27,30|41 27|42 27|43 27|44 27|45 23|46 23|47 23|48 23|49 22
50 36,37|51 37|52 37|53 37,34|56 29|57 29|58 29|59 29
60 33,34|61 33|62 33|63 33|64 33|66 33|67 32,34|68 32,31|69 32
70 19|71 19|72 19|73 19,11|74 19,35|75 21|76 21|77 21|78 18|79 12,13,14,15,16,17,18
80 10,20|81 10,20|82 10,20|83 10,20|84 10,20|85 10,20`

const statesOf = new Map(
  sortingDistricts
    .trim()
    .split(/[\n|]/)
    .map((entry): [digits: string, states: number[]] => {
      const [digits = '', codes = ''] = entry.split(' ')
      return [digits, codes.split(',').map(Number)]
    }),
)

const tidyPincode = (text: string): string => text.replaceAll(/[\s-]/g, '')

/** The region of the first digit. */
export function regionOfPincode(text: string): string | undefined {
  const region = regions[Number(tidyPincode(text)[0]) - 1]
  return region && t(region)
}

/** Warnings about a PIN code to show beside the field; they do not prevent saving. */
export function advisePincode(text: string, place: { extCode?: number | undefined } = {}): string[] {
  const pin = tidyPincode(text)
  if (pin === '') return []
  if (!/^[1-9]\d{5}$/.test(pin)) return [t('A PIN code has 6 digits and does not begin with 0')]
  if (pin.startsWith('9')) return []
  const codes = statesOf.get(pin.slice(0, 2))
  if (!codes)
    return [
      t('No PIN code begins with {digits}; {first} is for {region}', {
        digits: pin.slice(0, 2),
        first: pin[0]!,
        region: regionOfPincode(pin)!,
      }),
    ]
  const { extCode } = place
  const there = extCode === undefined ? undefined : stateOfGstCode(extCode)
  if (!there || codes.includes(there.gstCode)) return []
  const names = codes.map((code) => stateOfGstCode(code)!.name)
  return [
    t('PIN codes that begin with {digits} are in {states}, not in {state}', {
      digits: pin.slice(0, 2),
      states: formatList(names, 'or'),
      state: there.name,
    }),
  ]
}
