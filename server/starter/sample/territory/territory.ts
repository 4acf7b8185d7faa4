import { filled, listed, readTable } from '#domain/reference/table.ts'
import { gujarat, gujaratCities } from './territory-gujarat.ts'
import { maharashtra, maharashtraCities } from './territory-maharashtra.ts'

const country = 'IN'

const capitals = `
PBL|Port Blair|AN
AMT|Amaravati|AP
ITN|Itanagar|AR
GHY|Guwahati|AS
PTN|Patna|BR
RPR|Raipur|CG
CHD|Chandigarh|CH
DEL|New Delhi|DL
SIL|Silvassa|DH
PNJ|Panaji|GA
SML|Shimla|HP
GGN|Gurugram|HR
RNC|Ranchi|JH
SXR|Srinagar|JK
BLR|Bengaluru|KA
TVM|Thiruvananthapuram|KL
LEH|Leh|LA
KVT|Kavaratti|LD
SHL|Shillong|ML
IMP|Imphal|MN
BPL|Bhopal|MP
IDO|Indore|MP
AJL|Aizawl|MZ
KOH|Kohima|NL
BBS|Bhubaneswar|OD
LDH|Ludhiana|PB
PDY|Puducherry|PY
JAI|Jaipur|RJ
UDA|Udaipur|RJ
GTK|Gangtok|SK
CHE|Chennai|TN
AGT|Agartala|TR
HYD|Hyderabad|TS
DDN|Dehradun|UK
LKO|Lucknow|UP
CCU|Kolkata|WB`

const districts = (['GJ', 'MH'] as const).flatMap((state) =>
  readTable(['code', 'name', 'talukas'], state === 'GJ' ? gujarat : maharashtra).map((district) => ({
    state,
    code: filled(district.code),
    name: filled(district.name),
    talukas: listed(district.talukas),
  })),
)

export const pools = districts.map((district) => ({
  Pool_Code: `P-${district.code}`,
  Pool_Name: district.name,
  State_Code: district.state,
}))

export const stations = districts.flatMap((district) =>
  district.talukas.map((name, at) => ({
    Station_Code: `S-${district.code}-${String(at + 1).padStart(2, '0')}`,
    Station_Name: name,
    Pool_Code: `P-${district.code}`,
  })),
)

export const cities = readTable(
  ['code', 'name', 'state'],
  [
    ...gujaratCities
      .trim()
      .split('\n')
      .map((line) => `${line}|GJ`),
    ...maharashtraCities
      .trim()
      .split('\n')
      .map((line) => `${line}|MH`),
    ...capitals.trim().split('\n'),
  ].join('\n'),
).map((city) => ({
  City_Code: `${city.state}-${city.code}`,
  City_Name: filled(city.name),
  Country_Code: country,
  State_Code: city.state,
}))

/** The code of the only city or station with that name; a pool prefix, as in `AHN Karjat`, selects one of two. */
export function cityCode(name: string): string {
  return only(
    cities.filter((city) => city.City_Name === name),
    name,
  ).City_Code
}

export function stationCode(name: string): string {
  const [, pool, plain] = /^([A-Z]{3}) (.+)$/.exec(name) ?? [null, null, name]
  const found = stations.filter(
    (station) => station.Station_Name === plain && (!pool || station.Pool_Code === `P-${pool}`),
  )
  return only(found, name).Station_Code
}

function only<T>(found: readonly T[], name: string): T {
  if (found.length !== 1) throw new Error(`${found.length} places of the sample firm are called ${name}`)
  return found[0]!
}
