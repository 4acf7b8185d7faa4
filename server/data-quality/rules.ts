import type { Check } from './quality-check.ts'
import * as licences from './licence-rules.ts'
import * as numbers from './number-rules.ts'
import * as people from './people-rules.ts'
import * as places from './place-rules.ts'
import * as work from './work-rules.ts'

/** The checks of each rule; titles and texts are in domain/data-quality/rules.ts. */
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
  'gstin-missing': numbers.gstinMissingChecks,
  'same-gstin': numbers.sameGstinChecks,
  'licence-expiry': licences.licenceExpiryChecks,
  'licence-document': licences.licenceDocumentChecks,
  phone: numbers.phoneChecks,
  reports: people.reportChecks,
  functions: people.functionChecks,
  'visit-unassigned': work.unassignedChecks,
  nobody: work.ownerlessChecks,
  'never-visited': work.neverVisitedChecks,
  'balance-old': work.balanceOldChecks,
  'crop-material': work.cropMaterialChecks,
  'soil-crop': work.soilCropChecks,
  'city-place': places.cityPlaceChecks,
  'phone-format': numbers.phoneFormatChecks,
  'pan-format': numbers.panFormatChecks,
  'station-empty': places.stationEmptyChecks,
  'place-empty': places.placeEmptyChecks,
  'account-employee': people.accountEmployeeChecks,
  'employee-account': people.employeeAccountChecks,
}
