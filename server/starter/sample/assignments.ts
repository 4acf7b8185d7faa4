import { addDays } from '#domain/dates/dates.ts'
import { customers } from './customers/customers.ts'
import { filled, listed, readTable } from '#domain/reference/table.ts'

/** The user responsible for each district. */
const userByDistrict = new Map(
  readTable(
    ['user', 'districts'],
    `
bchaudhari|MEH, BNK, PTN, SBK, ARV, KUT
rsolanki|RJK, MRB, SRN
pmakwana|JND, AMR, BVN
nrathod|AND, VDR, PML, BRC, SRT, TPI, NVS
apawar|NSK, AHN, JLG, DHL, NDB
gwankhede|AKL, AMV, BDR, YTL, WSM, JLN, LTR
sdeshmukh|PUN, STR, SNG, KOP, RTN`,
  ).flatMap(({ user, districts }) => listed(districts).map((district) => [district, filled(user)])),
)

/** The owner of each customer today; the newest customers have none yet. */
export const ownerOf = new Map(
  customers
    .filter(({ Customer_Code }) => !['C1048', 'C1060'].includes(Customer_Code))
    .map(({ Customer_Code, Station_Code }) => [
      Customer_Code,
      userByDistrict.get(Station_Code.split('-')[1]!)!,
    ]),
)

/** The previous owners of customers that were handed over half a year ago. */
const previousOwners = new Map([
  ['C1016', 'pmakwana'],
  ['C1017', 'pmakwana'],
  ['C1030', 'jparmar'],
  ['C1031', 'jparmar'],
  ['C1046', 'sdeshmukh'],
  ['C1050', 'apawar'],
])

export function sampleAssignments(
  today: string,
  numberOf: (user: string) => string,
): Record<string, unknown>[] {
  const [begin, change] = [addDays(today, -420), addDays(today, -180)]
  return [...ownerOf].flatMap(([Customer_Code, user]) => {
    const before = previousOwners.get(Customer_Code)
    const now = { Customer_Code, From_Day: before ? change : begin, Employee_Number: numberOf(user) }
    if (!before) return [now]
    const Until_Day = addDays(change, -1)
    return [
      { Customer_Code, From_Day: begin, Until_Day, Employee_Number: numberOf(before) },
      { ...now, Remarks: 'Territories reorganised' },
    ]
  })
}
