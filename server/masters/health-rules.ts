import type { Check } from './health-check.ts'
import * as numbers from './health-numbers.ts'
import * as people from './health-people.ts'
import * as places from './health-places.ts'
import * as work from './health-work.ts'

/** How each standing rule looks at the data; its words are in domain/health/rules.ts. */
export const checksOf: Readonly<Record<string, readonly Check[]>> = {
  gstin: numbers.gstinChecks,
  'gstin-state': numbers.gstinStateChecks,
  'gstin-pan': numbers.gstinPanChecks,
  'state-gst-code': numbers.stateGstCodeChecks,
  pan: numbers.panChecks,
  pincode: numbers.pincodeChecks,
  'city-country': places.cityCountryChecks,
  levels: places.levelChecks,
  'same-phone': numbers.samePhoneChecks,
  'same-pan': numbers.samePanChecks,
  phone: numbers.phoneChecks,
  reports: people.reportChecks,
  functions: people.functionChecks,
  'visit-unassigned': work.unassignedChecks,
  nobody: work.nobodyChecks,
  'never-visited': work.neverVisitedChecks,
  'balance-old': work.balanceOldChecks,
  'crop-material': work.cropMaterialChecks,
  'soil-crop': work.soilCropChecks,
  'city-place': places.cityPlaceChecks,
  'station-empty': places.stationEmptyChecks,
  'place-empty': places.placeEmptyChecks,
  'account-employee': people.accountEmployeeChecks,
  'employee-account': people.employeeAccountChecks,
}
