import type { Places } from './places.ts'
import * as words from './words.ts'

const count = 40

/** Field employees, spread over the country. */
export function fieldStaff({ stations, citiesOfState }: Places): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, at) => {
    const { Station_Code, State_Code } = stations[Math.floor((at * stations.length) / count)]!
    const given = words.givenNames[at % words.givenNames.length]!
    const family = words.familyNames[(at * 7) % words.familyNames.length]!
    const number = String(at + 1).padStart(2, '0')
    return {
      type: 'Field',
      name: `${given} ${family} ${number}`,
      userId: `field${number}`,
      email: `field${number}@firm.example`,
      phone: `+91 5990000${String(at).padStart(3, '0')}`,
      stationCode: Station_Code,
      cityCode: citiesOfState.get(State_Code)![0],
      street: 'Market Road',
      pincode: '380001',
    }
  })
}
