// Names of people, places and firms in Gujarat and Maharashtra, each as: the usual spelling and others, then in Gujarati and in
// Devanagari. The two pools share no name, so that what was tuned on one is measured on the other.

export interface NamePool {
  given: readonly string[]
  surnames: readonly string[]
  fathers: readonly string[]
  firms: readonly string[]
  /** Two given names that differ in a vowel or a consonant, and are two people. */
  confusable: readonly (readonly [string, string])[]
  cities: readonly string[]
}

export const tuningNames: NamePool = {
  given: [
    'Ramesh,Ramesh|રમેશ|रमेश',
    'Dinesh,Deenesh|દિનેશ|दिनेश',
    'Jayanti,Jayantee|જયંતી|जयंती',
    'Laxman,Lakshman|લક્ષ્મણ|लक्ष्मण',
    'Vallabh,Valabh|વલ્લભ|वल्लभ',
    'Harshad,Harsad|હર્ષદ|हर्षद',
    'Gordhan,Govardhan|ગોરધન|गोरधन',
    'Meena,Mina|મીના|मीना',
    'Savita,Sawita|સવિતા|सविता',
    'Kamla,Kamala|કમલા|कमला',
    'Bharat,Bharath|ભરત|भरत',
    'Ashok,Asok|અશોક|अशोक',
    'Vinod,Winod|વિનોદ|विनोद',
    'Jivan,Jeevan|જીવણ|जीवण',
    'Bhavesh,Bhavesh|ભાવેશ|भावेश',
    'Prakash,Prakas|પ્રકાશ|प्रकाश',
    'Ganpat,Ganpath|ગણપત|गणपत',
    'Pravin,Praveen|પ્રવીણ|प्रवीण',
    'Mukesh,Mukes|મુકેશ|मुकेश',
    'Nilesh,Neelesh|નીલેશ|नीलेश',
  ],
  surnames: [
    'Patel,Patel|પટેલ|पटेल',
    'Chauhan,Chouhan|ચૌહાણ|चौहाण',
    'Solanki,Solunki|સોલંકી|सोलंकी',
    'Vaghela,Waghela|વાઘેલા|वाघेला',
    'Chaudhari,Choudhary|ચૌધરી|चौधरी',
    'Desai,Desai|દેસાઈ|देसाई',
    'Jadeja,Jadeja|જાડેજા|जाडेजा',
    'Kulkarni,Kulkarny|કુલકર્ણી|कुलकर्णी',
    'Shinde,Sinde|શિંદે|शिंदे',
    'Trivedi,Trivedy|ત્રિવેદી|त्रिवेदी',
  ],
  fathers: ['Kantilal', 'Manilal', 'Chhotalal', 'Revabhai', 'Somabhai', 'Bhikhabhai'],
  firms: [
    'Shree Ganesh Agro Centre,Ganesh Agro Ctr|શ્રી ગણેશ એગ્રો સેન્ટર|श्री गणेश एग्रो सेंटर',
    'Umiya Krushi Kendra,Umia Krishi Kendra|ઉમિયા કૃષિ કેન્દ્ર|उमिया कृषि केंद्र',
    'Ambica Traders,Ambika Trading Co.|અંબિકા ટ્રેડર્સ|अंबिका ट्रेडर्स',
    'Jalaram Fertilizers,Jalaram Fert.|જલારામ ફર્ટિલાઇઝર્સ|जलाराम फर्टिलाइजर्स',
    'Mahavir Seeds and Sons,Mahaveer Seeds & Sons|મહાવીર સીડ્સ એન્ડ સન્સ|महावीर सीड्स एंड सन्स',
    'Gayatri Beej Bhandar,Gaytri Bij Bhandar|ગાયત્રી બીજ ભંડાર|गायत्री बीज भंडार',
    'Khodiyar Agri Products,Khodiyar Agro Prod.|ખોડિયાર એગ્રી પ્રોડક્ટ્સ|खोडियार एग्री प्रोडक्ट्स',
    'Navjivan Enterprises,Navjeevan Ent.|નવજીવન એન્ટરપ્રાઇઝ|नवजीवन एंटरप्राइज',
  ],
  confusable: [
    ['Kiran', 'Karan'],
    ['Umesh', 'Amish'],
    ['Vijay', 'Ajay'],
    ['Anil', 'Sunil'],
  ],
  cities: ['ANAND', 'BORSAD', 'KARJAN', 'DABHOI', 'SINNAR', 'NIPHAD'],
}

export const heldOutNames: NamePool = {
  given: [
    'Suresh,Sures|સુરેશ|सुरेश',
    'Hasmukh,Hashmukh|હસમુખ|हसमुख',
    'Kokila,Kokilla|કોકિલા|कोकिला',
    'Mansukh,Mansuk|મનસુખ|मनसुख',
    'Ishwar,Eshwar|ઈશ્વર|ईश्वर',
    'Rajendra,Rajender|રાજેન્દ્ર|राजेन्द्र',
    'Yogesh,Yogesh|યોગેશ|योगेश',
    'Purushottam,Purshottam|પુરુષોત્તમ|पुरुषोत्तम',
    'Sanjay,Sanjai|સંજય|संजय',
    'Hitesh,Hiteshh|હિતેશ|हितेश',
    'Govind,Gowind|ગોવિંદ|गोविंद',
    'Arvind,Arwind|અરવિંદ|अरविंद',
    'Sudhir,Sudheer|સુધીર|सुधीर',
    'Lalita,Laleeta|લલિતા|ललिता',
    'Natvar,Natwar|નટવર|नटवर',
    'Chandrakant,Chandrkant|ચંદ્રકાંત|चंद्रकांत',
    'Dhiraj,Dheeraj|ધીરજ|धीरज',
    'Shantaben,Shanta|શાંતાબેન|शांताबेन',
    'Farida,Pharida|ફરીદા|फरीदा',
    'Dnyaneshwar,Gyaneshwar|જ્ઞાનેશ્વર|ज्ञानेश्वर',
  ],
  surnames: [
    'Parmar,Parmer|પરમાર|परमार',
    'Rathod,Rathaud|રાઠોડ|राठोड',
    'Thakkar,Thakker|ઠક્કર|ठक्कर',
    'Gohil,Gohel|ગોહિલ|गोहिल',
    'Deshmukh,Deshmuk|દેશમુખ|देशमुख',
    'Jadhav,Jadav|જાધવ|जाधव',
    'Gaikwad,Gaekwad|ગાયકવાડ|गायकवाड',
    'Shaikh,Sheikh|શેખ|शेख',
    'Pandya,Pandia|પંડ્યા|पंड्या',
    'Zaveri,Javeri|ઝવેરી|झवेरी',
  ],
  fathers: ['Ratilal', 'Ambalal', 'Nathabhai', 'Govardhandas', 'Punjabhai', 'Shivram'],
  firms: [
    'Shri Krishna Krushi Seva Kendra,Krishna Krishi Seva Kendra|શ્રી કૃષ્ણ કૃષિ સેવા કેન્દ્ર|श्री कृष्ण कृषि सेवा केंद्र',
    'Bajrang Pesticides,Bajrang Pest.|બજરંગ પેસ્ટીસાઇડ્સ|बजरंग पेस्टिसाइड्स',
    'Sardar Agro Agency,Sardar Agri Agency|સરદાર એગ્રો એજન્સી|सरदार एग्रो एजन्सी',
    'Santram Brothers,Santram Bros.|સંતરામ બ્રધર્સ|संतराम ब्रदर्स',
    'Vardhman Seeds Company,Vardhaman Seed Co.|વર્ધમાન સીડ્સ કંપની|वर्धमान सीड्स कंपनी',
    'Swastik Khatar Bhandar,Swastic Khatar Bhandar|સ્વસ્તિક ખાતર ભંડાર|स्वस्तिक खातर भंडार',
    'Green Field Biotech,Greenfield Biotech|ગ્રીન ફિલ્ડ બાયોટેક|ग्रीन फील्ड बायोटेक',
    'Chamunda Trading Corporation,Chamunda Traders Corp.|ચામુંડા ટ્રેડિંગ કોર્પોરેશન|चामुंडा ट्रेडिंग कॉर्पोरेशन',
  ],
  confusable: [
    ['Kamal', 'Komal'],
    ['Rajesh', 'Brijesh'],
    ['Sanjiv', 'Sajan'],
    ['Mahendra', 'Narendra'],
  ],
  cities: ['NADIAD', 'PETLAD', 'PADRA', 'SAVLI', 'YEOLA', 'DINDORI'],
}
