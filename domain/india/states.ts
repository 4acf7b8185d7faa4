export interface IndianState {
  /** The code of the GST register, the first two digits of a GSTIN. */
  gstCode: number
  /** As on number plates and in ISO 3166-2. */
  letters: string
  name: string
}

const list = `
1|JK|Jammu and Kashmir
2|HP|Himachal Pradesh
3|PB|Punjab
4|CH|Chandigarh
5|UK|Uttarakhand
6|HR|Haryana
7|DL|Delhi
8|RJ|Rajasthan
9|UP|Uttar Pradesh
10|BR|Bihar
11|SK|Sikkim
12|AR|Arunachal Pradesh
13|NL|Nagaland
14|MN|Manipur
15|MZ|Mizoram
16|TR|Tripura
17|ML|Meghalaya
18|AS|Assam
19|WB|West Bengal
20|JH|Jharkhand
21|OD|Odisha
22|CG|Chhattisgarh
23|MP|Madhya Pradesh
24|GJ|Gujarat
26|DH|Dadra and Nagar Haveli and Daman and Diu
27|MH|Maharashtra
29|KA|Karnataka
30|GA|Goa
31|LD|Lakshadweep
32|KL|Kerala
33|TN|Tamil Nadu
34|PY|Puducherry
35|AN|Andaman and Nicobar Islands
36|TS|Telangana
37|AP|Andhra Pradesh
38|LA|Ladakh`

/** The 28 states and 8 union territories. */
export const indianStates: readonly IndianState[] = list
  .trim()
  .split('\n')
  .map((line) => {
    const [gstCode, letters = '', name = ''] = line.split('|')
    return { gstCode: Number(gstCode), letters, name }
  })

const byGstCode = new Map(indianStates.map((state) => [state.gstCode, state]))

export const stateOfGstCode = (gstCode: number): IndianState | undefined => byGstCode.get(gstCode)

/** As in a GSTIN: 07. */
export const gstCodeText = (gstCode: number): string => String(gstCode).padStart(2, '0')
