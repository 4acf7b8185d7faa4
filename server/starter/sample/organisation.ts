import { sampleGstin, samplePan } from './numbers.ts'
import { filled, listed, readTable } from '#domain/reference/table.ts'
import { cities, cityCode } from './territory/territory.ts'

const companyTable = readTable(
  ['code', 'name', 'holder', 'line1', 'line2', 'street', 'area', 'city', 'pin'],
  `
DAI|Dhartisetu Agri Inputs Private Limited|C|4th Floor, Krushi Bhavan|Opp. Market Yard|Ashram Road|Navrangpura|Ahmedabad|380009
DCT|Dhartisetu Crop Trading LLP|F|Shop 12, APMC Complex||Station Road|Unjha|Unjha|384170`,
)

const pans = new Map(
  companyTable.map((company, at) => [
    filled(company.code),
    samplePan(at + 1, filled(company.holder), filled(company.name)),
  ]),
)

type AddressRow = Record<'line1' | 'line2' | 'street' | 'area' | 'city' | 'pin', string | null>

function address(owner: 'Company' | 'Branch', company: string, row: AddressRow) {
  const city = cityCode(filled(row.city))
  const state = cities.find((each) => each.City_Code === city)!.State_Code!
  return {
    [`${owner}_Address_Line1`]: row.line1,
    [`${owner}_Address_Line2`]: row.line2,
    Street: row.street,
    Area_Village: row.area,
    City_Code: city,
    State_Code: state,
    Country_Code: 'IN',
    Pincode: row.pin,
    GST_No: sampleGstin(state, pans.get(company)!),
  }
}

export const companies = companyTable.map((company) => ({
  Company_Code: company.code,
  Company_Name: company.name,
  ...address('Company', filled(company.code), company),
}))

/** Sorted so that a branch is loaded after the one it reports to. */
export const branches = readTable(
  ['company', 'code', 'name', 'reports', 'line1', 'line2', 'street', 'area', 'city', 'pin'],
  `
DAI|AHM-HO|Ahmedabad Head Office||4th Floor, Krushi Bhavan|Opp. Market Yard|Ashram Road|Navrangpura|Ahmedabad|380009
DAI|RJK|Rajkot Branch|AHM-HO|Plot 18, Bedi Market Yard||Morbi Road|Bedi|Rajkot|360003
DAI|MEH|Mehsana Branch|AHM-HO|Godown 7, GIDC Dediyasan||Modhera Road|Dediyasan|Mehsana|384002
DAI|VAD|Vadodara Branch|AHM-HO|22 Sayaji Market||Sayajigunj|Sayajigunj|Vadodara|390005
DAI|NSK|Nashik Branch|AHM-HO|Gala 5, Market Yard|Panchavati|Dindori Road|Panchavati|Nashik|422003
DAI|AKL|Akola Depot|NSK|Shed 3, MIDC Phase II||Murtizapur Road|Shivani|Akola|444104
DAI|JND|Junagadh Depot|RJK|Godown 2, Dolatpara Yard||Rajkot Highway|Dolatpara|Junagadh|362003
DCT|UNJ-HO|Unjha Trading Office||Shop 12, APMC Complex||Station Road|Unjha|Unjha|384170
DCT|GON|Gondal Trading Office|UNJ-HO|Shop 40, APMC Yard||Jetpur Road|Gondal|Gondal|360311
DCT|LSG|Lasalgaon Trading Office|UNJ-HO|Gala 9, Onion Market||Vinchur Road|Lasalgaon|Lasalgaon|422306`,
).map((branch) => ({
  Company_Code: branch.company,
  Branch_Code: branch.code,
  Branch_Name: branch.name,
  Reporting_Branch: branch.reports,
  ...address('Branch', filled(branch.company), branch),
}))

export const functionalLevels = readTable(
  ['Functional_Level_Code', 'Functional_Level_Name'],
  `
L1|Director
L2|General Manager
L3|Regional Manager
L4|Branch Manager
L5|Executive
L6|Field Officer`,
)

const functionNames: Readonly<Record<string, string>> = {
  ADM: 'Administration',
  SAL: 'Sales',
  AGR: 'Agronomy',
  ACC: 'Accounts and Credit Control',
  WHS: 'Warehouse and Dispatch',
  PRC: 'Procurement and Grading',
}

export const functions = readTable(
  ['company', 'branch', 'codes'],
  `
DAI|AHM-HO|ADM, SAL, AGR, ACC, WHS, PRC
DAI|RJK|SAL, AGR, ACC, WHS
DAI|MEH|SAL, AGR, WHS
DAI|VAD|SAL, AGR, WHS
DAI|NSK|SAL, AGR, ACC, WHS
DAI|AKL|SAL, WHS
DAI|JND|SAL, WHS
DCT|UNJ-HO|ADM, PRC, ACC
DCT|GON|PRC, WHS
DCT|LSG|PRC, WHS`,
).flatMap(({ company, branch, codes }) =>
  listed(codes).map((code) => ({
    Company_Code: company,
    Branch_Code: branch,
    Function_Code: code,
    Function_Name: functionNames[code],
  })),
)

export const applications = readTable(
  [
    'company',
    'branch',
    'appl',
    'applName',
    'module',
    'moduleName',
    'sub',
    'subName',
    'process',
    'name',
    'functions',
  ],
  `
DAI|AHM-HO|DESK|AgriDesk|MST|Masters|GEO|Territory|GEO-01|Maintain territory tree|ADM
DAI|AHM-HO|DESK|AgriDesk|MST|Masters|CUS|Customers|CUS-01|Open a customer|ADM, SAL
DAI|AHM-HO|DESK|AgriDesk|MST|Masters|CUS|Customers|CUS-02|Review credit terms|ACC
DAI|AHM-HO|DESK|AgriDesk|VIS|Visits|PLN|Planning|PLN-01|Plan a visit|SAL, AGR
DAI|AHM-HO|DESK|AgriDesk|VIS|Visits|ENT|Entry|ENT-01|Record a visit|SAL, AGR
DAI|RJK|DESK|AgriDesk|VIS|Visits|PLN|Planning|PLN-01|Plan a visit|SAL, AGR
DAI|NSK|DESK|AgriDesk|VIS|Visits|PLN|Planning|PLN-01|Plan a visit|SAL, AGR
DAI|AHM-HO|TALLY|Accounts Package|FIN|Finance|REC|Receivables|REC-01|Upload balances|ACC
DCT|UNJ-HO|MANDI|Mandi Ledger|PRC|Procurement|LOT|Crop lots|LOT-01|Grade a lot|PRC
DCT|GON|MANDI|Mandi Ledger|PRC|Procurement|LOT|Crop lots|LOT-01|Grade a lot|PRC, WHS`,
).map((row) => ({
  Company_Code: row.company,
  Branch_Code: row.branch,
  Appl_Code: row.appl,
  Appl_Name: row.applName,
  Module_Code: row.module,
  Module_Name: row.moduleName,
  Submodule_Code: row.sub,
  Submodule_Name: row.subName,
  Process_Code: row.process,
  Process_Name: row.name,
  Function_Codes: listed(row.functions),
  Function_Names: listed(row.functions).map((code) => functionNames[code]),
}))
