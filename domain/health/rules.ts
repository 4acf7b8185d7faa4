/** `wrong`: something is not as it can be. `look`: it may well be right, and is worth a look. */
export type HealthLevel = 'wrong' | 'look'

export interface HealthRule {
  id: string
  level: HealthLevel
  /** What the records have in common that it finds. */
  title: string
  /** Why that matters, in a sentence. */
  why: string
  /** What one must be allowed to read to see its findings. */
  needs: readonly string[]
}

const rule = (id: string, level: HealthLevel, title: string, why: string, needs: string): HealthRule => ({
  id,
  level,
  title,
  why,
  needs: needs.split(' '),
})

/** The standing rules, in words. How each looks at the data stands in server/masters/health-rules.ts. */
export const healthRules: readonly HealthRule[] = [
  rule(
    'gstin',
    'wrong',
    'GSTIN that cannot be right',
    'Its shape or its check digit does not fit: bills that carry it are refused.',
    'company branch',
  ),
  rule(
    'gstin-state',
    'wrong',
    'GSTIN of another state than the address',
    'Its first two digits are the state it was given in; they decide between CGST with SGST and IGST.',
    'company branch state',
  ),
  rule(
    'gstin-pan',
    'wrong',
    'Branch whose GSTIN has another PAN than its company’s',
    'The registrations of one company all carry its PAN.',
    'company branch',
  ),
  rule(
    'state-gst-code',
    'wrong',
    'State whose Ext Code is not its GST code',
    'GSTINs and PIN codes are checked against it.',
    'state',
  ),
  rule(
    'pan',
    'wrong',
    'PAN that cannot be right',
    'Tax is deducted at a higher rate without one.',
    'customer',
  ),
  rule(
    'pincode',
    'wrong',
    'PIN code that is wrong or lies in another state',
    'Post and goods go by the PIN code.',
    'company branch customer employee state',
  ),
  rule(
    'city-country',
    'wrong',
    'City in another country than its state',
    'Whoever looks for it by country does not find it.',
    'city state',
  ),
  rule(
    'levels',
    'wrong',
    'Customer or employee whose levels do not belong together',
    'Their station lies in another pool, state or zone than they name: counts by territory differ.',
    'customer employee station',
  ),
  rule(
    'same-phone',
    'wrong',
    'Customers with the same phone',
    'Often the same customer, entered twice.',
    'customer',
  ),
  rule(
    'same-pan',
    'wrong',
    'Customers with the same PAN',
    'Often the same customer, entered twice.',
    'customer',
  ),
  rule(
    'phone',
    'wrong',
    'Phone that cannot be reached in India',
    'A mobile number has 10 digits and begins with 6, 7, 8 or 9.',
    'customer employee',
  ),
  rule(
    'reports',
    'wrong',
    'User who reports to themselves, or in a circle',
    'Nobody is at the top of such a line.',
    'staffUser',
  ),
  rule(
    'functions',
    'wrong',
    'User or user role with a function of another branch',
    'Functions belong to a branch of a company.',
    'staffUser userRole jobFunction',
  ),
  rule(
    'visit-unassigned',
    'wrong',
    'Visit whose customer is not known',
    'It counts for nobody until someone says whose it was.',
    'visit',
  ),
  rule(
    'nobody',
    'look',
    'Customer whom nobody looks after',
    'Nobody is told when a visit is due.',
    'customer assignment',
  ),
  rule(
    'never-visited',
    'look',
    'Customer of more than a year who was never visited',
    'Plan a visit, or let them go.',
    'customer',
  ),
  rule(
    'balance-old',
    'look',
    'Balance older than 60 days',
    'Whoever visits sees a figure that may be wrong.',
    'balance customer',
  ),
  rule(
    'crop-material',
    'look',
    'Crop that suits a soil and has no material',
    'The advice at a visit has nothing to offer for it.',
    'crop cropMaterialMapping cropSoilSeasonMapping',
  ),
  rule(
    'soil-crop',
    'look',
    'Soil of customers without a crop',
    'The advice at a visit has nothing to offer on it.',
    'soil cropSoilSeasonMapping customer',
  ),
  rule(
    'city-place',
    'look',
    'City with customers whose place on the map is not known',
    'A day’s round cannot be put in order.',
    'city cityPlace customer',
  ),
  rule(
    'station-empty',
    'look',
    'Station without customers',
    'Either customers are missing, or the station is not needed.',
    'station customer',
  ),
  rule(
    'place-empty',
    'look',
    'Zone, state or pool with nothing below it',
    'It is offered in every form and leads nowhere.',
    'zone state pool',
  ),
  rule(
    'account-employee',
    'look',
    'Account of the field or the office without an employee',
    'They are found by their e-mail; without an employee they have no visits of their own.',
    'account employee',
  ),
  rule(
    'employee-account',
    'look',
    'Employee without an account',
    'They are found by their e-mail; without an account they cannot log in.',
    'account employee',
  ),
]

export const oldBalanceDays = 60
