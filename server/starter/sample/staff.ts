import { sampleMail, samplePhone } from './numbers.ts'
import { filled, listed, readTable } from '#domain/reference/table.ts'
import { cityCode, stationCode } from './territory/territory.ts'

const mailDomain = 'dhartisetu'

/** Managers come before the users who report to them. */
const userTable = readTable(
  ['id', 'employee', 'name', 'company', 'branch', 'functions', 'level', 'admin', 'functional', 'role'],
  `
hpatel|E001|Harshad Patel|DAI|AHM-HO|ADM|L1|||ADMIN
mshah|E002|Meenaben Shah|DAI|AHM-HO|ACC, ADM|L2|E001|E001|OFFICE
vjoshi|E003|Vikram Joshi|DAI|AHM-HO|SAL, AGR|L2|E001|E001|OFFICE
ktrivedi|E004|Kavita Trivedi|DAI|AHM-HO|AGR|L3|E003|E003|OFFICE
dvora|E005|Dilip Vora|DAI|RJK|SAL, AGR|L4|E003|E003|OFFICE
rsolanki|E006|Rakesh Solanki|DAI|RJK|SAL|L6|E005|E003|FIELD
jparmar|E007|Jignesh Parmar|DAI|MEH|SAL, AGR|L4|E003|E003|OFFICE
bchaudhari|E008|Bharat Chaudhari|DAI|MEH|SAL|L6|E007|E003|FIELD
nrathod|E009|Nilesh Rathod|DAI|VAD|SAL, AGR|L4|E003|E004|FIELD
sdeshmukh|E010|Sunil Deshmukh|DAI|NSK|SAL, AGR|L3|E003|E003|OFFICE
apawar|E011|Anita Pawar|DAI|NSK|AGR|L5|E010|E004|FIELD
gwankhede|E012|Ganesh Wankhede|DAI|AKL|SAL|L6|E010|E010|FIELD
pmakwana|E013|Pravin Makwana|DAI|JND|SAL|L6|E005|E005|FIELD
amodi|E014|Ashok Modi|DCT|UNJ-HO|PRC, ACC|L2|E001|E001|OFFICE
tkoli|E015|Tejas Koli|DCT|GON|PRC|L5|E014|E014|VIEWER
skadam|E016|Shweta Kadam|DCT|LSG|PRC|L5|E014|E014|VIEWER`,
)

export const staffUsers = userTable.map((user, at) => ({
  User_Id: user.id,
  Company_Code: user.company,
  Branch_Code: user.branch,
  Function_Codes: listed(user.functions),
  Employee_Code: user.employee,
  Employee_Name: user.name,
  Emp_Mobile_No: samplePhone(at + 1),
  Emp_Mail_Id: sampleMail(filled(user.name), mailDomain),
  Functional_Level_Code: user.level,
  Admin_Rpt_Manager_Code: user.admin,
  Function_Rpt_Manager_Code: user.functional,
}))

export const userRoles = userTable.flatMap((user) =>
  listed(user.functions).map((code) => ({
    Employee_Code: user.employee,
    Employee_Name: user.name,
    Company_Code: user.company,
    Branch_Code: user.branch,
    Function_Code: code,
    Role_Code: user.role,
  })),
)

/** Employees in the field and at the depots, each with their station and city. */
export const employees = readTable(
  ['type', 'userId', 'station', 'city', 'street', 'pin'],
  `
Office|vjoshi|Ahmedabad City|Ahmedabad|12 Shantiniketan Society|380013
Agronomist|ktrivedi|Gandhinagar|Gandhinagar|Sector 21, Plot 44|382021
Office|dvora|Rajkot|Rajkot|Kalawad Road|360005
Field|rsolanki|Gondal|Gondal|Bhojrajpara|360311
Office|jparmar|Mehsana|Mehsana|Radhanpur Road|384002
Field|bchaudhari|Deesa|Deesa|Rijment Road|385535
Field|nrathod|Padra|Padra|Jambusar Road|391440
Office|sdeshmukh|Nashik|Nashik|Gangapur Road|422005
Agronomist|apawar|Niphad|Niphad|Chandori Phata|422303
Field|gwankhede|Akola|Akola|Ramdaspeth|444001
Field|pmakwana|Junagadh|Junagadh|Zanzarda Road|362001
Grader|tkoli|Gondal|Gondal|Gundala Road|360311
Grader|skadam|Niphad|Lasalgaon|Vinchur Road|422306`,
).map((employee) => {
  const at = userTable.findIndex((user) => user.id === employee.userId)
  const name = filled(userTable[at]!.name)
  return {
    type: employee.type,
    name,
    userId: employee.userId,
    email: sampleMail(name, mailDomain),
    phone: samplePhone(at + 1),
    stationCode: stationCode(filled(employee.station)),
    cityCode: cityCode(filled(employee.city)),
    street: employee.street,
    pincode: employee.pin,
  }
})
