import { gstRate, gstRates } from '#domain/reference/gst-rates.ts'
import { readTable } from '#domain/reference/table.ts'

/** The 12 and 28 percent rates ended in September 2025; older bills still use them. */
export const gst = [...gstRates, ...['12', '28'].map(gstRate)]

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
