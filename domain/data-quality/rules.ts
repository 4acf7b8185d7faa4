/** `wrong`: the value cannot be correct. `look`: it may be correct, and should be checked. `minor`: it does little harm. */
export type QualityLevel = 'wrong' | 'look' | 'minor'

export interface QualityRule {
  id: string
  level: QualityLevel
  /** What the findings have in common. */
  title: string
  /** Why it matters, in one sentence. */
  why: string
  /** The entities an account must be allowed to read to see its findings. */
  needs: readonly string[]
}

const rule = (id: string, level: QualityLevel, title: string, why: string, needs: string): QualityRule => ({
  id,
  level,
  title,
  why,
  needs: needs.split(' '),
})

/** The texts of the rules; their queries are in server/data-quality/rules.ts. */
export const qualityRules: readonly QualityRule[] = [
  rule(
    'gstin',
    'wrong',
    'Invalid GSTIN',
    'Its format or check digit is wrong: invoices with it are rejected.',
    'company branch customer',
  ),
  rule(
    'gstin-state',
    'wrong',
    'GSTIN from another state than the address',
    'Its first two digits are the state of registration; they decide between CGST with SGST and IGST.',
    'company branch customer state',
  ),
  rule(
    'gstin-pan',
    'wrong',
    'GSTIN with another PAN than the company’s or the customer’s',
    'All GST registrations of a company contain its PAN.',
    'company branch customer',
  ),
  rule(
    'state-gst-code',
    'wrong',
    'State with an Ext Code that is not its GST code',
    'GSTINs and PIN codes are checked against it.',
    'state',
  ),
  rule('pan', 'wrong', 'Invalid PAN', 'Tax is deducted at a higher rate without one.', 'customer'),
  rule(
    'pincode',
    'wrong',
    'PIN code that is invalid or in another state',
    'Post and goods are delivered by PIN code.',
    'company branch customer employee state',
  ),
  rule(
    'city-country',
    'wrong',
    'City in another country than its state',
    'A filter by country does not find it.',
    'city state',
  ),
  rule(
    'levels',
    'wrong',
    'Customer or employee with a territory that does not match',
    'Their station is in another pool, state or zone than entered: counts by territory differ.',
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
    'gstin-missing',
    'look',
    'Taxable business without a GSTIN',
    'Without it on the invoice the customer gets no input tax credit.',
    'customer',
  ),
  rule(
    'same-gstin',
    'look',
    'Customers with the same GSTIN',
    'Often the same customer, entered twice; shops of one firm in a state may share it.',
    'customer',
  ),
  rule(
    'licence-expiry',
    'look',
    'Licence that has expired, or expires within 30 days',
    'Seeds, fertilisers and pesticides are sold to dealers with a valid licence only.',
    'customerLicence customer',
  ),
  rule(
    'licence-document',
    'minor',
    'Licence without a document',
    'Attach a copy of it to the licence or to the customer.',
    'customerLicence customer',
  ),
  rule(
    'phone',
    'wrong',
    'Invalid Indian phone number',
    'A mobile number has 10 digits and begins with 6, 7, 8 or 9.',
    'customer employee',
  ),
  rule(
    'reports',
    'wrong',
    'User who reports to themselves, directly or in a loop',
    'The reporting line has no top.',
    'staffUser',
  ),
  rule(
    'functions',
    'wrong',
    'User or user role with a function from another branch',
    'Functions belong to a branch of a company.',
    'staffUser userRole jobFunction',
  ),
  rule(
    'visit-unassigned',
    'wrong',
    'Visit without a customer',
    'It counts for no customer until one is assigned.',
    'visit',
  ),
  rule(
    'nobody',
    'look',
    'Customer without an owner',
    'No employee is notified when a visit is due.',
    'customer assignment',
  ),
  rule(
    'never-visited',
    'look',
    'Customer for more than a year, never visited',
    'Plan a visit, or delete the customer.',
    'customer',
  ),
  rule(
    'balance-old',
    'look',
    'Balance older than 60 days',
    'The amount shown at a visit may be out of date.',
    'balance customer',
  ),
  rule(
    'crop-material',
    'look',
    'Crop mapped to a soil but to no material',
    'No material can be recommended for it at a visit.',
    'crop cropMaterialMapping cropSoilSeasonMapping',
  ),
  rule(
    'soil-crop',
    'look',
    'Soil with customers but no crop',
    'No crop can be recommended for it at a visit.',
    'soil cropSoilSeasonMapping customer',
  ),
  rule(
    'city-place',
    'look',
    'City with customers but no location',
    'A day route cannot be ordered without it.',
    'city cityPlace customer',
  ),
  rule(
    'phone-format',
    'look',
    'Phone number that is not written like the others',
    'New numbers are stored like +91 98250 10135, so that lists and exports show all of them in one format.',
    'customer employee staffUser',
  ),
  rule(
    'pan-format',
    'look',
    'PAN with spaces or small letters',
    'A PAN is written in capitals, without spaces.',
    'customer',
  ),
  rule(
    'station-empty',
    'minor',
    'Station without customers',
    'Either customers are missing, or the station is not needed.',
    'station customer',
  ),
  rule(
    'place-empty',
    'minor',
    'Zone, state or pool with nothing below it',
    'It is offered in every form, but has nothing to choose below it.',
    'zone state pool',
  ),
  rule(
    'account-employee',
    'look',
    'Field or office account without an employee',
    'Accounts are linked to employees by e-mail; without one the account has no visits of its own.',
    'account employee',
  ),
  rule(
    'employee-account',
    'minor',
    'Employee without an account',
    'Accounts are linked to employees by e-mail; without one the employee cannot log in.',
    'account employee',
  ),
]

export const oldBalanceDays = 60
