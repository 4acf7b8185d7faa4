import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import { code } from '../kinds/code.ts'
import { email } from '../kinds/email.ts'
import { phone } from '../kinds/phone.ts'
import { ref } from '../kinds/ref.ts'
import { refs } from '../kinds/refs.ts'
import { text } from '../kinds/text.ts'
import { retirement } from './retirement.ts'

export const staffUser = entity(
  'staffUser',
  labels.staffUser,
  {
    User_Id: text('User Id'),
    Company_Code: ref('Company Code', 'company.Company_Code'),
    Branch_Code: ref('Branch Code', 'branch.Branch_Code'),
    Function_Codes: refs('Function Codes', 'jobFunction.Function_Code'),
    Employee_Code: text('Employee Code'),
    Employee_Name: text('Employee Name'),
    Emp_Mobile_No: phone('Employee Mobile No', { presence: 'optional' }),
    Emp_Mail_Id: email('Employee Mail Id', { presence: 'optional' }),
    Functional_Level_Code: ref('Functional Level Code', 'functionalLevel.Functional_Level_Code'),
    Admin_Rpt_Manager_Code: ref('Admin Reporting Manager Code', 'staffUser.Employee_Code', {
      presence: 'optional',
    }),
    Function_Rpt_Manager_Code: ref('Function Reporting Manager Code', 'staffUser.Employee_Code', {
      presence: 'optional',
    }),
    ...retirement,
  },
  { key: 'User_Id', unique: [['Employee_Code']] },
)

export const role = entity(
  'role',
  labels.role,
  { Role_Code: text('Role Code'), Role_Name: text('Role Name'), ...retirement },
  { key: 'Role_Code' },
)

export const userRole = entity(
  'userRole',
  labels.userRole,
  {
    Employee_Code: ref('Employee Code', 'staffUser.Employee_Code'),
    Employee_Name: ref('Employee Name', 'staffUser.Employee_Name', { pairedWith: 'Employee_Code' }),
    Company_Code: ref('Company Code', 'company.Company_Code'),
    Branch_Code: ref('Branch Code', 'branch.Branch_Code'),
    Function_Code: ref('Function Code', 'jobFunction.Function_Code'),
    Role_Code: ref('Role Code', 'role.Role_Code'),
    Role_Name: ref('Role Name', 'role.Role_Name', { pairedWith: 'Role_Code' }),
    ...retirement,
  },
  {
    key: ['Employee_Code', 'Company_Code', 'Branch_Code', 'Function_Code', 'Role_Code'],
    sortedBy: 'Employee_Code',
  },
)

export const employee = entity(
  'employee',
  labels.employee,
  {
    employeeNumber: code('Employee Number', 'EMP', 4, { mayBeGiven: true }),
    type: text('Type'),
    name: text('Name'),
    userId: text('User Id'),
    email: email('Email'),
    phone: phone('Phone'),
    countryCode: ref('Country Code', 'country.Country_Code'),
    zoneCode: ref('Zone Code', 'zone.Zone_Code'),
    stateCode: ref('State Code', 'state.State_Code'),
    poolCode: ref('Pool Code', 'pool.Pool_Code'),
    stationCode: ref('Station Code', 'station.Station_Code'),
    cityCode: ref('City Code', 'city.City_Code'),
    street: text('Street'),
    pincode: text('Pincode', { max: 32, advice: 'pincode' }),
    ...retirement,
  },
  { key: 'employeeNumber' },
)
