import { readTable } from './table.ts'

/** ISO 4217, without the codes that are no money: bond-market units, the code for testing and the one for none. */
const currencyCodes = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF
CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT
MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS
VED VES VND VUV WST XAF XAG XAU XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG`

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

export const currencies = currencyCodes
  .trim()
  .split(/\s+/)
  .map((code) => ({ Currency_Code: code, Currency_Name: currencyNames.of(code) }))

/** 12 and 28 per cent ended in September 2025; bills from before still name them. */
const gstRates = ['0', '0.25', '1.5', '3', '5', '12', '18', '28', '40']

export const gstName = (rate: string): string => (rate === '0' ? 'GST 0% (Nil rated)' : `GST ${rate}%`)

export const gst = gstRates.map((rate) => ({ GST_Code: `GST${rate}`, GST_Name: gstName(rate) }))

export const paymentTerms = readTable(
  ['paymentTermCode', 'paymentTermName', 'paymentTermDays'],
  `
ADV|Advance|0
COD|Cash on delivery|0
N07|Net 7 days|7
N15|Net 15 days|15
N30|Net 30 days|30
N45|Net 45 days|45
N60|Net 60 days|60
CROP|After harvest|120`,
)

export const industries = readTable(
  ['Industry_Code', 'Industry_Name'],
  `
FERT|Fertilizers
PEST|Crop Protection
SEED|Seeds
GRAIN|Grain and Pulses Trading
SPICE|Spices Trading
OIL|Oilseeds and Edible Oil
COTTON|Cotton Ginning
DAIRY|Dairy and Cattle Feed
IRRIG|Irrigation Equipment`,
)
