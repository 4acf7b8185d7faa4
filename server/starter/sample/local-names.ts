import { filled, readTable } from '#domain/reference/table.ts'

/** The second names of the sample firm: in Gujarati and, for places and customers of Maharashtra, in Marathi. */
const table = readTable(
  ['name', 'local'],
  `
India|ભારત
Gujarat|ગુજરાત
Maharashtra|महाराष्ट्र
Summer|ઉનાળો
Winter|શિયાળો
Monsoon|ચોમાસું
Spring|વસંત
Wheat|ઘઉં
Maize|મકાઈ
Cotton|કપાસ
Groundnut|મગફળી
Castor|દિવેલા
Mustard|રાઈ
Soybean|સોયાબીન
Cumin|જીરું
Bajra|બાજરી
Paddy|ડાંગર
Gram|ચણા
Pigeon Pea|તુવેર
Sugarcane|શેરડી
Onion|ડુંગળી
Black Cotton|કાળી કપાસની જમીન
Medium Black|મધ્યમ કાળી
Alluvial|કાંપની જમીન
Sandy Loam|ગોરાડુ
Red|લાલ જમીન
Laterite|લેટેરાઇટ
Saline Alkaline|ખારી જમીન
Neem Coated Urea|નીમ કોટેડ યુરિયા
Muriate of Potash 60%|પોટાશ 60%
Single Super Phosphate 16%|સિંગલ સુપર ફોસ્ફેટ 16%
Zinc Sulphate 21%|ઝિંક સલ્ફેટ 21%
Ahmedabad|અમદાવાદ
Amreli|અમરેલી
Anand|આણંદ
Ankleshwar|અંકલેશ્વર
Bardoli|બારડોલી
Bharuch|ભરૂચ
Bhavnagar|ભાવનગર
Bhuj|ભુજ
Borsad|બોરસદ
Deesa|ડીસા
Dhoraji|ધોરાજી
Dhrangadhra|ધ્રાંગધ્રા
Gandhidham|ગાંધીધામ
Godhra|ગોધરા
Gondal|ગોંડલ
Himatnagar|હિંમતનગર
Idar|ઇડર
Jasdan|જસદણ
Junagadh|જૂનાગઢ
Keshod|કેશોદ
Mahuva|મહુવા
Mehsana|મહેસાણા
Modasa|મોડાસા
Morbi|મોરબી
Navsari|નવસારી
Padra|પાદરા
Patan|પાટણ
Petlad|પેટલાદ
Rajkot|રાજકોટ
Savarkundla|સાવરકુંડલા
Tharad|થરાદ
Unjha|ઊંઝા
Upleta|ઉપલેટા
Vadodara|વડોદરા
Vyara|વ્યારા
Nashik|नाशिक
Lasalgaon|लासलगाव
Niphad|निफाड
Yeola|येवला
Akola|अकोला
Baramati|बारामती
Jalgaon|जळगाव
Shree Umiya Krushi Kendra|શ્રી ઉમિયા કૃષિ કેન્દ્ર
Bhikhabhai Chaudhary|ભીખાભાઈ ચૌધરી
Khodal Agro Centre|ખોડલ એગ્રો સેન્ટર
Ambica Fertilizer Depot|અંબિકા ફર્ટિલાઇઝર ડેપો
Gopal Beej Bhandar|ગોપાલ બીજ ભંડાર
Govindbhai Rabari|ગોવિંદભાઈ રબારી
Savitaben Parmar|સવિતાબેન પરમાર
Sardar Khedut Sahakari Mandali|સરદાર ખેડૂત સહકારી મંડળી
Pravinbhai Solanki|પ્રવીણભાઈ સોલંકી
Balaji Pesticides|બાલાજી પેસ્ટિસાઇડ્સ
Vallabhbhai Ramani|વલ્લભભાઈ રામાણી
Kisan Mitra Agro Agency|કિસાન મિત્ર એગ્રો એજન્સી
Rameshbhai Dangar|રમેશભાઈ ડાંગર
Jivrajbhai Gohil|જીવરાજભાઈ ગોહિલ
Thakorbhai Patel|ઠાકોરભાઈ પટેલ
Tapi Adivasi Krushi Seva|તાપી આદિવાસી કૃષિ સેવા
Kantibhai Vasava|કાંતિભાઈ વસાવા
Chandubhai Padhiyar|ચંદુભાઈ પઢિયાર
Kodarbhai Patel|કોદરભાઈ પટેલ
Kutch Khedut Kendra|કચ્છ ખેડૂત કેન્દ્ર
Devjibhai Ahir|દેવજીભાઈ આહિર
Haribhai Makwana|હરિભાઈ મકવાણા
Sahyadri Krushi Seva Kendra|सह्याद्री कृषी सेवा केंद्र
Dattatray Shinde|दत्तात्रय शिंदे
Vidarbha Krushi Bhandar|विदर्भ कृषी भांडार
Balasaheb Kadam|बाळासाहेब कदम
Ashabai More|आशाबाई मोरे
Tukaram Jagtap|तुकाराम जगताप`,
)

const localNames = new Map<unknown, string>(table.map((row) => [filled(row.name), filled(row.local)]))

/** The records with their second names, where they have one. */
export const withLocalNames = <T extends object>(
  field: keyof T,
  records: readonly T[],
): (T & { Local_Name?: unknown })[] =>
  records.map((record) => {
    const local = localNames.get(record[field])
    return local === undefined ? record : { ...record, Local_Name: local }
  })
