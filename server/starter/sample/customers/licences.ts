import { addDays } from '#domain/dates/dates.ts'
import { customers } from './customers.ts'

/** For how many years licences are issued, and the days from today until they expire: some have, some do soon. */
const terms = [
  { kind: 'seed', years: 3, days: [402, 640, -41, 188, 915] },
  { kind: 'fertiliser', years: 3, days: [250, 19, 760, 533, 1004] },
  { kind: 'pesticide', years: 2, days: [577, 311, 129, 12, -6] },
] as const

/** Dealers need licences to sell seeds, fertilisers and pesticides. */
export function sampleLicences(today: string): Record<string, string>[] {
  const dealers = customers.filter(({ GSTIN }) => GSTIN !== null)
  return dealers.flatMap(({ Customer_Code }, at) =>
    // Every fourth sells no pesticides.
    terms.slice(0, at % 4 === 3 ? 2 : 3).map(({ kind, years, days }) => {
      const until = addDays(today, days[at % days.length]!)
      return {
        Customer_Code,
        Kind: kind,
        Licence_Number: `${kind.slice(0, 4).toUpperCase()}/${2200 + at * 7}`,
        Issued_By: 'District Agriculture Officer',
        Valid_From: addDays(until, -365 * years),
        Valid_Until: until,
      }
    }),
  )
}
