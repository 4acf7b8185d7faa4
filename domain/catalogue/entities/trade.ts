import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import { amount } from '../kinds/amount.ts'
import { choice } from '../kinds/choice.ts'
import { code } from '../kinds/code.ts'
import { date } from '../kinds/date.ts'
import { email } from '../kinds/email.ts'
import { number } from '../kinds/number.ts'
import { phone } from '../kinds/phone.ts'
import { ref } from '../kinds/ref.ts'
import { text } from '../kinds/text.ts'
import { wholeText } from '../kinds/whole-text.ts'
import { localName } from '../names/local-name.ts'
import { ban, banNeeds } from './ban.ts'
import { retirement } from './retirement.ts'

export const currency = entity(
  'currency',
  labels.currency,
  { Currency_Code: text('Currency Code'), Currency_Name: text('Currency Name'), ...retirement },
  { key: 'Currency_Code' },
)

export const gst = entity(
  'gst',
  labels.gst,
  { GST_Code: text('GST Code'), GST_Name: text('GST Name'), ...retirement },
  { key: 'GST_Code' },
)

export const material = entity(
  'material',
  labels.material,
  {
    materialCode: code('Material Code', 'MT', 4, { mayBeGiven: true }),
    materialType: choice('Material Type', ['pesticides', 'fertilizers'], {
      remarks: {
        pesticides:
          'Pesticides are stocked and sold under a licence. Keep to the dose and waiting period on the label.',
      },
    }),
    materialName: text('Material Name'),
    ...localName,
    ...ban,
    ...retirement,
  },
  { key: 'materialCode', needs: banNeeds },
)

export const paymentTerm = entity(
  'paymentTerm',
  labels.paymentTerm,
  {
    paymentTermCode: text('Payment Term Code'),
    paymentTermName: text('Payment Term Name'),
    paymentTermDays: wholeText('Payment Term Days', { max: 36_500 }),
    ...retirement,
  },
  { key: 'paymentTermCode' },
)

export const customer = entity(
  'customer',
  labels.customer,
  {
    Customer_Code: text('Customer Code'),
    Type: choice('Type', ['business', 'individual']),
    Primary_Contact: text('Primary Contact'),
    Customer_Name: text('Customer Name'),
    ...localName,
    Currency_Name: ref('Currency Name', 'currency.Currency_Name'),
    Customer_Email: email('Customer Email'),
    Customer_Phone: phone('Customer Phone'),
    GST_Name: ref('GST Name', 'gst.GST_Name'),
    State_Code: ref('State Code', 'state.State_Code'),
    PAN: text('PAN', { presence: 'noneYet', max: 32, sensitive: true, advice: 'pan' }),
    Tax_Preference: choice('Tax Preference', ['taxable', 'non taxable']),
    paymentTermCode: ref('Payment Term Code', 'paymentTerm.paymentTermCode'),
    Country_Code: ref('Country Code', 'country.Country_Code'),
    Zone_Code: ref('Zone Code', 'zone.Zone_Code'),
    Pool_Code: ref('Pool Code', 'pool.Pool_Code'),
    Station_Code: ref('Station Code', 'station.Station_Code'),
    City_Code: ref('City Code', 'city.City_Code'),
    Street: text('Street'),
    Pin_Code: text('Pin Code', { advice: 'pincode' }),
    Soil_Name: ref('Soil Name', 'soil.Soil_Name'),
    Visit_In_Days: number('Visit In Days', { min: 1, max: 3660, minStored: 0 }),
    Last_Visited: date('Last Visited', { presence: 'noneYet', latest: 'today' }),
    Last_Visit_ID: text('Last Visit ID', { presence: 'noneYet' }),
    Erp_Code: text('Erp Code', { presence: 'noneYet' }),
    // Not in the specification: above it, the customer is marked wherever its balance is shown.
    Credit_Limit: amount('Credit Limit', { presence: 'optional', min: 0 }),
    // Not in the specification. A wrong one is saved, with a warning, and is a finding of data quality. It contains the PAN.
    GSTIN: text('GSTIN', {
      presence: 'optional',
      max: 32,
      sensitive: true,
      inCapitals: true,
      advice: 'gstin',
    }),
    ...retirement,
  },
  {
    key: 'Customer_Code',
    sortedBy: 'Customer_Name',
    large: true,
  },
)
