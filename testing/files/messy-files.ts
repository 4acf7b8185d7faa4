/** Files as firms have them: headings as in the books, values as typed. */
export interface MessyFile {
  title: string
  entity: string
  /** The headings with the field each of them means; null: none of our fields. */
  columns: readonly (readonly [heading: string, field: string | null])[]
  row: (n: number) => readonly string[]
}

const cities = ['Gondal', 'Rajkot', 'Jetpur', 'Morbi', 'Dhoraji']
const soils = ['Black soil', 'RED', 'Sandy', 'Black', 'Alluvial soil']
const rates = ['5%', '18%', 'GST 5%', '0.25 %', '5']
const firms = [
  'Umiya Krushi Kendra',
  'Charotar Agri Mall',
  'Jay Beej Bhandar',
  'Narmada Agro Chemicals',
  'Shree Ganesh Traders',
]
const people = ['Ramesh Patel', 'Nilesh Shah', 'Bharat Chaudhari', 'Mr. Ganesh', 'Kiran Joshi']
const at = (list: readonly string[], n: number): string => list[n % list.length]!
const letters = (n: number): string =>
  String.fromCharCode(65 + (n % 26), 65 + (Math.floor(n / 26) % 26), 65 + ((n * 7) % 26))
const panOf = (n: number): string => `${letters(n)}P${String.fromCharCode(65 + (n % 26))}${1000 + n}K`
const mobileOf = (n: number): string => {
  const digits = String(9_825_010_000 + n)
  return [
    digits,
    `${digits.slice(0, 5)}-${digits.slice(5)}`,
    `0${digits}`,
    `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`,
  ][n % 4]!
}
const dayOf = (n: number): string =>
  `${String(1 + (n % 28)).padStart(2, '0')}/${String(1 + (n % 9)).padStart(2, '0')}/2026`

/** The 24 columns of a customer under the headings of an export from Tally, tidied up in a spreadsheet. */
export const tallyCustomers: MessyFile = {
  title: 'customers from Tally, 24 columns',
  entity: 'customer',
  columns: [
    ['Party Code', 'Customer_Code'],
    ['Party Name', 'Customer_Name'],
    ['Contact Person', 'Primary_Contact'],
    ['Party Type', 'Type'],
    ['Mobile No.', 'Customer_Phone'],
    ['E-mail', 'Customer_Email'],
    ['Address', 'Street'],
    ['City', 'City_Code'],
    ['PIN', 'Pin_Code'],
    ['State', 'State_Code'],
    ['Zone', 'Zone_Code'],
    ['Pool', 'Pool_Code'],
    ['Station', 'Station_Code'],
    ['Country', 'Country_Code'],
    ['PAN No', 'PAN'],
    ['GST', 'GST_Name'],
    ['Currency', 'Currency_Name'],
    ['Terms', 'paymentTermCode'],
    ['Tax Pref', 'Tax_Preference'],
    ['Soil', 'Soil_Name'],
    ['Visit Every (Days)', 'Visit_In_Days'],
    ['Last Visit', 'Last_Visited'],
    ['Last Visit No.', 'Last_Visit_ID'],
    ['Tally Code', 'Erp_Code'],
  ],
  row: (n) => [
    `T${String(n).padStart(4, '0')}`,
    `${at(firms, n)} ${n}`,
    at(people, n),
    n % 2 ? 'Business' : 'individual',
    mobileOf(n),
    `party${n}@example.in`,
    `${n}, Station Road`,
    at(cities, n),
    String(360_001 + (n % 400)),
    n % 3 ? 'Gujarat' : 'GUJARAT',
    'West',
    'Rajkot Pool',
    'Gondal Station',
    n % 5 ? 'India' : 'IN',
    panOf(n),
    at(rates, n),
    'INR',
    n % 2 ? 'Net 30' : '30',
    n % 2 ? 'Taxable' : 'non-taxable',
    at(soils, n),
    String(7 * (1 + (n % 4))),
    dayOf(n),
    `V-${n}`,
    String(4000 + n),
  ],
}

/** Busy keeps balances and a serial number beside what we have fields for. */
const busyCustomers: MessyFile = {
  title: 'customers from Busy, with GSTIN, balances and serial numbers',
  entity: 'customer',
  columns: [
    ['Sr. No.', null],
    ['Ledger Name', 'Customer_Name'],
    ['Alias', 'Customer_Code'],
    ['Ledger Group', null],
    ['GST No', 'GSTIN'],
    ['IT PAN', 'PAN'],
    ['WhatsApp', 'Customer_Phone'],
    ['Fax', null],
    ['Mail Id', 'Customer_Email'],
    ['Address Line 1', 'Street'],
    ['Address Line 2', null],
    ['Town', 'City_Code'],
    ['Pincode', 'Pin_Code'],
    ['State Name', 'State_Code'],
    ['Credit Limit', 'Credit_Limit'],
    ['Opening Balance', null],
    ['Salesman', null],
    ['Remarks', null],
  ],
  row: (n) => [
    String(n),
    `${at(firms, n)} ${n}`,
    `B${n}`,
    'Sundry Debtors',
    `24${panOf(n)}1Z${n % 10}`,
    panOf(n),
    mobileOf(n),
    `0281-24${String(10_000 + n).slice(-5)}`,
    `ledger${n}@example.in`,
    `Shop ${n}`,
    'Near Bus Stand',
    at(cities, n),
    `360 0${String(10 + (n % 80))}`,
    'Gujarat',
    '50,000.00',
    `${n},250.00 Dr`,
    at(people, n + 1),
    n % 7 ? '' : 'good payer',
  ],
}

/** Headings that say little: the values decide. */
const bareCustomers: MessyFile = {
  title: 'customers of a field list, headings that say little',
  entity: 'customer',
  columns: [
    ['Code', 'Customer_Code'],
    ['Shop', 'Customer_Name'],
    ['Contact', 'Customer_Phone'],
    ['Prop.', 'Primary_Contact'],
    ['Web / ID', 'Customer_Email'],
    ['Gaam', 'City_Code'],
    ['Area', 'Street'],
    ['Land', 'Soil_Name'],
    ['Tax No', 'GSTIN'],
    ['DOB', null],
    ['Crop area (acre)', null],
  ],
  row: (n) => [
    `F-${n}`,
    `${at(firms, n)} ${n}`,
    mobileOf(n),
    at(people, n),
    `owner${n}@example.in`,
    at(cities, n),
    'Main Bazaar',
    at(soils, n),
    `24${panOf(n)}1Z${n % 10}`,
    dayOf(n),
    String(2 + (n % 9)),
  ],
}

const gujaratiCustomers: MessyFile = {
  title: 'customers with Gujarati and Hindi headings',
  entity: 'customer',
  columns: [
    ['ગ્રાહક કોડ', 'Customer_Code'],
    ['ગ્રાહકનું નામ', 'Customer_Name'],
    ['માલિક', 'Primary_Contact'],
    ['મોબાઈલ નંબર', 'Customer_Phone'],
    ['ઈમેલ', 'Customer_Email'],
    ['સરનામું', 'Street'],
    ['ગામ', 'City_Code'],
    ['રાજ્ય', 'State_Code'],
    ['पिन कोड', 'Pin_Code'],
    ['देश', 'Country_Code'],
    ['નોંધ', null],
  ],
  row: (n) => [
    `G${n}`,
    `${at(firms, n)} ${n}`,
    at(people, n),
    mobileOf(n),
    `g${n}@example.in`,
    `${n} Main Road`,
    at(cities, n),
    'Gujarat',
    String(360_001 + n),
    'India',
    '',
  ],
}

const employees: MessyFile = {
  title: 'employees from a payroll sheet',
  entity: 'employee',
  columns: [
    ['Emp Name', 'name'],
    ['Designation', null],
    ['Login', null],
    ['Email ID', 'email'],
    ['Mob No', 'phone'],
    ['Address', 'street'],
    ['City/Town', 'cityCode'],
    ['State', 'stateCode'],
    ['Zip', 'pincode'],
    ['Aadhaar', null],
    ['Date of Joining', null],
    ['Basic Salary', null],
  ],
  row: (n) => [
    at(people, n),
    'Sales Officer',
    `user.${n}`,
    `e${n}@example.in`,
    mobileOf(n),
    `${n} Society`,
    at(cities, n),
    'Gujarat',
    String(360_001 + n),
    `${2000 + n} 5678 ${9000 + n}`,
    dayOf(n),
    `${20 + n},000`,
  ],
}

const companies: MessyFile = {
  title: 'branches from a spreadsheet',
  entity: 'branch',
  columns: [
    ['Branch', 'Branch_Name'],
    ['Br. Code', 'Branch_Code'],
    ['Company', 'Company_Code'],
    ['GSTIN/UIN', 'GST_No'],
    ['Address 1', 'Branch_Address_Line1'],
    ['Address 2', 'Branch_Address_Line2'],
    ['Village', 'Area_Village'],
    ['City', 'City_Code'],
    ['State', 'State_Code'],
    ['Country', 'Country_Code'],
    ['Pin', 'Pincode'],
    ['Phone', null],
  ],
  row: (n) => [
    `Depot ${n}`,
    `BR${n}`,
    'DS',
    `24${panOf(n)}1Z${n % 10}`,
    `Plot ${n}`,
    'GIDC',
    'Metoda',
    at(cities, n),
    'Gujarat',
    'India',
    String(360_001 + n),
    mobileOf(n),
  ],
}

const places: MessyFile = {
  title: 'cities with their states',
  entity: 'city',
  columns: [
    ['Town', 'City_Name'],
    ['Short Code', 'City_Code'],
    ['State', 'State_Code'],
    ['Country', 'Country_Code'],
    ['Population', null],
  ],
  row: (n) => [`Town ${n}`, `TW${n}`, 'Gujarat', 'India', String(12_000 + n)],
}

const zohoCustomers: MessyFile = {
  title: 'contacts of Zoho Books',
  entity: 'customer',
  columns: [
    ['Display Name', 'Customer_Name'],
    ['Company Name', null],
    ['First Name', null],
    ['Last Name', null],
    ['MobilePhone', 'Customer_Phone'],
    ['EmailID', 'Customer_Email'],
    ['Website', null],
    ['GST Treatment', null],
    ['GST Identification Number (GSTIN)', 'GSTIN'],
    ['PAN Number', 'PAN'],
    ['Taxable', 'Tax_Preference'],
    ['Payment Terms', 'paymentTermCode'],
    ['Currency Code', 'Currency_Name'],
    ['Billing Address', 'Street'],
    ['Billing Street2', null],
    ['Billing City', 'City_Code'],
    ['Billing State', 'State_Code'],
    ['Billing Country', 'Country_Code'],
    ['Billing Code', null],
    ['Shipping Address', null],
    ['Territory', null],
    ['Contact ID', null],
  ],
  row: (n) => [
    `${at(firms, n)} ${n}`,
    at(firms, n),
    'Ramesh',
    'Patel',
    mobileOf(n),
    `z${n}@example.in`,
    `z${n}.example.in`,
    'business_gst',
    `24${panOf(n)}1Z${n % 10}`,
    panOf(n),
    n % 2 ? 'taxable' : 'non taxable',
    'Net 30',
    'INR',
    `${n} Road`,
    'Near Temple',
    at(cities, n),
    'Gujarat',
    'India',
    String(360_001 + n),
    `${n} Road`,
    'Saurashtra',
    String(460_000_000 + n),
  ],
}

const items: MessyFile = {
  title: 'items of a stock list',
  entity: 'material',
  columns: [
    ['Item Name', 'materialName'],
    ['Item Group', null],
    ['HSN Code', null],
    ['Unit', null],
    ['GST Rate', null],
    ['MRP', null],
  ],
  row: (n) => [`Urea ${n}`, 'Nutrients', '3102', 'BAG', '5%', String(250 + n)],
}

export const messyFiles: readonly MessyFile[] = [
  tallyCustomers,
  busyCustomers,
  bareCustomers,
  gujaratiCustomers,
  employees,
  companies,
  places,
  zohoCustomers,
  items,
]

export const rowsOf = ({ columns, row }: MessyFile, count: number): string[][] => [
  columns.map(([heading]) => heading),
  ...Array.from({ length: count }, (_, n) => [...row(n + 1)]),
]
