import { gstCodeText, indianStates } from '../india/states.ts'
import { filled, readTable } from './table.ts'

const country = 'IN'

/** The zonal councils, with the north-eastern states separate and each island in the zone of its nearest coast. */
const zonesOfStates = `
N|North|CH DL HP HR JK LA PB RJ UK
S|South|AN AP KA KL LD PY TN TS
E|East|BR JH OD WB
W|West|DH GA GJ MH
C|Central|CG MP UP
NE|North-East|AR AS ML MN MZ NL SK TR`

const zoneTable = readTable(['code', 'name', 'states'], zonesOfStates)

export const zones = zoneTable.map((zone) => ({
  Zone_Code: zone.code,
  Zone_Name: zone.name,
  Country_Code: country,
}))

const zoneOfState = new Map(
  zoneTable.flatMap((zone) =>
    filled(zone.states)
      .split(' ')
      .map((letters) => [letters, filled(zone.code)]),
  ),
)

export const states = indianStates.map((state) => ({
  State_Code: state.letters,
  State_Name: state.name,
  Zone_Code: zoneOfState.get(state.letters),
  Ext_Code: gstCodeText(state.gstCode),
}))
