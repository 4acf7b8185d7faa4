/** The rates in force since 2026-02-01, when tobacco was the last to leave 28 per cent. */
const rates = ['0', '0.25', '1.5', '3', '5', '18', '40']

export const gstName = (rate: string): string => (rate === '0' ? 'GST 0% (Nil rated)' : `GST ${rate}%`)
export const gstRate = (rate: string): { GST_Code: string; GST_Name: string } => ({
  GST_Code: `GST${rate}`,
  GST_Name: gstName(rate),
})

export const gstRates = rates.map(gstRate)
