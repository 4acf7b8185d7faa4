import { referencesOf, titleOf, type Entity } from '../catalogue/entity.ts'
import type { Field } from '../catalogue/field.ts'
import { foldText } from '../text.ts'

/** Normalises a heading: `Customer_Code`, `customer code*` and `CustomerCode` give the same text. */
export const plainHeading = (heading: string): string => splitWords(heading).join('')

const splitWords = (heading: string): string[] =>
  foldText(heading.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** How files abbreviate words. */
const fullWords: Readonly<Record<string, string>> = {
  no: 'number',
  nos: 'number',
  num: 'number',
  nr: 'number',
  mob: 'mobile',
  ph: 'phone',
  tel: 'telephone',
  cust: 'customer',
  party: 'customer',
  client: 'customer',
  dealer: 'customer',
  retailer: 'customer',
  distributor: 'customer',
  farmer: 'customer',
  emp: 'employee',
  staff: 'employee',
  add: 'address',
  addr: 'address',
  dt: 'date',
  amt: 'amount',
  pref: 'preference',
  desc: 'description',
  acc: 'account',
  acct: 'account',
  ac: 'account',
  cd: 'code',
  id: 'code',
  curr: 'currency',
  ctry: 'country',
  dist: 'district',
  tal: 'taluka',
  freq: 'frequency',
  pincode: 'pin',
  zip: 'pin',
  postal: 'pin',
  lvl: 'level',
  dept: 'department',
  mgr: 'manager',
  br: 'branch',
  co: 'company',
  rpt: 'reporting',
  func: 'function',
  appl: 'application',
  app: 'application',
}

const fillers = new Set(
  'of the a in for by on full please rs inr as per its billing default official permanent personal registered display template'.split(
    ' ',
  ),
)

/** The words of a heading in full, in the singular and without fillers: "Mobile Nos." gives mobile, number. */
export function headingWords(heading: string): string[] {
  const words = splitWords(
    heading.replaceAll(/\ba\/c\b/gi, 'account').replaceAll(/\be[-\s]mail\b/gi, 'email'),
  )
  const all = words.map((word) => {
    const whole = fullWords[word] ?? word
    const singular = whole.length > 3 && /[^s]s$/.test(whole) ? whole.slice(0, -1) : whole
    return fullWords[singular] ?? singular
  })
  const meant = all.filter((word) => !fillers.has(word))
  // "Billing Code" is the code of an address, not of the record.
  return meant.length > 0 && meant.join() !== 'code' ? meant : all
}

/** A heading for comparison: its words sorted, so that "Name of Party" equals "Party Name". */
export const headingKey = (heading: string): string => headingWords(heading).toSorted().join(' ')

/** Also in one word, for "Short Name" and "Shortname". */
export const headingKeys = (heading: string): string[] => [
  headingKey(heading),
  headingWords(heading).join(''),
]

/**
 * Usual headings in Indian books (Tally, Busy, spreadsheets), by what a field holds. Those after `weak` usually mean
 * something else too, so another field with better evidence gets the column.
 */
const usualNames: Readonly<Record<string, { usual: string; weak?: string }>> = {
  email: {
    usual: 'Email, Mail, Mail ID, Email ID, Email Address, ईमेल, ई-मेल, ઈમેલ, ઇમેઇલ',
  },
  phone: {
    usual:
      'Mobile, Mobile No, Mobile Number, Phone, Phone No, Telephone, Telephone No, Contact No, Contact Number, Cell, Cell No, WhatsApp, WhatsApp No, Contact Mobile, मोबाइल, मोबाइल नंबर, फोन, फ़ोन, મોબાઇલ, મોબાઈલ, મોબાઈલ નંબર, ફોન, ફોન નંબર',
    weak: 'Contact, Contact Details, Office Phone',
  },
  pan: { usual: 'PAN, PAN No, PAN Card, PAN Card No, PAN/IT No, Income Tax No, IT PAN, पैन, પાન' },
  gstin: {
    usual:
      'GSTIN, GST No, GST Number, GSTIN No, GSTIN/UIN, GST Registration No, GST Regn No, GST IN, जीएसटी नंबर',
    weak: 'GST, Tax No, Tax Registration No',
  },
  pincode: {
    usual: 'PIN, PIN Code, PIN No, Zip, Zip Code, Postal Code, पिन, पिन कोड, પિન, પિન કોડ, પીન કોડ',
  },
  place: { usual: 'Location, Coordinates, GPS, GPS Location, Lat Long, Latitude Longitude, Geo Location' },
  ownName: {
    usual: 'Name, Title, Description, नाम, નામ, नाव',
    weak: 'Particulars, Short Description',
  },
  localname: {
    usual:
      'Local Name, Second Name, Name in Gujarati, Name in Hindi, Name in Marathi, Name in Local Language, Name in Own Script, Name in Regional Language, Regional Name, Vernacular Name, Name (Local), गुजराती नाम, हिंदी नाम, मराठी नाव, स्थानीय नाम, स्थानिक नाव, ગુજરાતી નામ, ગુજરાતીમાં નામ, સ્થાનિક નામ',
    weak: 'नाम, નામ, नाव',
  },
  ownCode: { usual: 'Code, Number, Short Code, कोड, કોડ', weak: 'Alias, Short Name, Abbreviation' },
  'nameOf.customer': {
    usual:
      'Ledger, Ledger Name, Account Name, Party, Customer, Firm, Firm Name, Shop, Shop Name, Trade Name, Business Name, Name of Firm, Name of Ledger, M/s, ग्राहक, ग्राहक का नाम, पार्टी, दुकान, ગ્રાહક, ગ્રાહકનું નામ, પાર્ટી, પાર્ટીનું નામ, દુકાન',
    weak: 'Company, Company Name',
  },
  'codeOf.customer': {
    usual: 'Account Code, Account No, Ledger Code, Party No, Party Code, Customer No, ग्राहक कोड, ગ્રાહક કોડ',
  },
  'nameOf.employee': { usual: 'Employee, Person, Full Name, कर्मचारी, કર્મચારી' },
  'customer.primarycontact': {
    usual:
      'Contact Person, Contact Name, Contact, Owner, Owner Name, Proprietor, Prop, Prop Name, Proprietor Name, Attention, Attn, Key Person, Person, संपर्क व्यक्ति, સંપર્ક વ્યક્તિ, માલિક, मालिक',
  },
  street: {
    usual:
      'Address, Address 1, Address Line 1, Street Address, Mailing Address, Street Name, Road, पता, સરનામું',
    weak: 'Area, Locality, Landmark',
  },
  addressline1: { usual: 'Address, Address 1, Address Line 1, Mailing Address, पता, સરનામું' },
  addressline2: { usual: 'Address 2, Address Line 2' },
  areavillage: { usual: 'Area, Village, Locality, Area/Village, गाँव, ગામ', weak: 'Town, Landmark' },
  'customer.type': { usual: 'Customer Type, Party Type, Constitution', weak: 'Category, Class' },
  'customer.taxpreference': { usual: 'Tax Type, Taxable, Taxability, GST Type, Tax' },
  'customer.visitindays': {
    usual:
      'Visit Every, Visit Every Days, Visit Frequency, Visit Frequency Days, Visit Interval, Visit Cycle, Visit Days, Frequency',
  },
  'customer.lastvisited': {
    usual: 'Last Visit, Last Visit Date, Last Visited On, Date of Last Visit, Last Call Date',
  },
  'customer.lastvisitid': { usual: 'Last Visit No, Last Visit Number, Visit ID, Last Visit Ref, Visit Ref' },
  'customer.erpcode': {
    usual:
      'ERP, ERP ID, ERP No, Tally Code, Busy Code, SAP Code, Old Code, System Code, External Code, Ext Code, Ref Code',
  },
  'state.extcode': { usual: 'GST State Code, State No, TIN, GST Code' },
  'paymentterm.paymenttermdays': { usual: 'Days, Credit Days, No of Days, Due Days' },
  'of.paymentTerm': {
    usual: 'Terms, Payment Terms, Credit Terms, Terms of Payment, Pay Terms',
    weak: 'Credit Days, Credit Period, Due Days, Payment',
  },
  'of.currency': { usual: 'Currency, Currency of Ledger, मुद्रा, ચલણ' },
  'of.gst': { usual: 'GST, GST Rate, GST Slab, GST Percent, GST Percentage, Tax Rate, Rate of Tax, जीएसटी' },
  'of.country': { usual: 'Country, Nation, देश, દેશ' },
  'of.zone': { usual: 'Zone, Sales Zone', weak: 'Region, Sales Region' },
  'of.state': { usual: 'State, Province, State Name, राज्य, રાજ્ય', weak: 'Place of Supply' },
  'of.pool': { usual: 'Pool, Sales Pool', weak: 'District, Cluster, जिला, જિલ્લો' },
  'of.station': {
    usual: 'Station, Sales Station',
    weak: 'Taluka, Tehsil, Taluk, Block, Mandal, Depot, Territory, तालुका, તાલુકો',
  },
  'of.city': {
    usual: 'City, Town, Village, City/Town, Town/Village, शहर, गाँव, गांव, શહેર, ગામ',
    weak: 'Place, Taluka, Tehsil, District, City/Village',
  },
  'of.soil': { usual: 'Soil, Soil Type, Type of Soil, Land Type, मिट्टी, જમીન' },
  'of.crop': { usual: 'Crop, Commodity, फसल, પાક' },
  'of.season': { usual: 'Season, मौसम, ઋતુ' },
  'of.material': { usual: 'Material, Product, Item' },
  'of.staffUser': { usual: 'Employee' },
  'of.jobFunction': { usual: 'Function, Department' },
}

/** Headings that are usual in files and mean none of our fields, so that no similar field gets them. */
const otherMeanings = new Set(
  'Sr No, S No, Sl No, Serial No, Row, Opening Balance, Closing Balance, Balance, Outstanding, Group, Under, Parent, Ledger Group, Remarks, Remark, Notes, Fax, Fax No, Aadhaar, Aadhar No, Aadhar Card No, Bank, Bank Name, Bank Account No, IFSC, IFSC Code, Salesman, Salesman Name, Salesman Mobile, Agent, Agent Name, Broker, Transport, Transporter, Website, Date of Birth, DOB, Anniversary, Address 2, Address Line 2, Address 3, Address Line 3, Alternate Mobile, Alternate No, Mobile 2, Phone 2, Email 2, TAN, TAN No, CIN, Licence No, License No, FSSAI, Seed Licence No, Fertilizer Licence No, Discount, Turnover, Sales, Debit, Credit, Dr, Cr, Created On, Modified On, Status'
    .split(', ')
    .map(headingKey),
)

/** Whether a heading is known to mean something that the entity has no field for. */
export const meansOther = (heading: string): boolean => otherMeanings.has(headingKey(heading))

export type NameStrength = 'same' | 'usual' | 'weak'

const cache = new Map<Entity, ReadonlyMap<string, ReadonlyMap<string, NameStrength>>>()

/** For each field of an entity, the keys of the headings that mean it. */
export function headingsOf(entity: Entity): ReadonlyMap<string, ReadonlyMap<string, NameStrength>> {
  const cached = cache.get(entity)
  if (cached) return cached
  const all = new Map(
    Object.entries(entity.fields).map(([name, field]) => [name, namesOf(entity, name, field)]),
  )
  cache.set(entity, all)
  return all
}

function namesOf(entity: Entity, name: string, field: Field): Map<string, NameStrength> {
  const found = new Map<string, NameStrength>()
  const add = (heading: string, strength: NameStrength): void => {
    for (const key of headingKeys(heading)) if (key !== '' && !found.has(key)) found.set(key, strength)
  }
  add(field.label, 'same')
  add(name, 'same')
  const own = headingWords(entity.singular)
  const words = headingWords(field.label)
  const withoutOwn = words.filter((word) => !own.includes(word))
  if (withoutOwn.length > 0 && withoutOwn.length < words.length) add(withoutOwn.join(' '), 'usual')
  for (const meaning of meaningsOf(entity, name, field)) {
    const { usual = '', weak = '' } = usualNames[meaning] ?? {}
    for (const heading of listed(usual)) {
      add(heading, 'usual')
      // "Party Mobile" and "Customer Mobile" mean the same as "Mobile" in a file of customers.
      add(`${entity.singular} ${heading}`, 'usual')
    }
    for (const heading of listed(weak)) add(heading, 'weak')
  }
  for (const heading of listed(usualNames[`of.${entity.name}`]?.usual ?? '')) {
    if (isTitle(entity, name)) add([heading, 'Name'].join(' '), 'usual')
    if (isOwnCode(entity, name)) add([heading, 'Code'].join(' '), 'usual')
  }
  const bare = words.filter((word) => word !== 'code' && word !== 'name')
  // "State" for the State Code of a city; of its own entity, "City" is the name and hardly the code.
  if (field.reference) {
    if (isOnlyReference(entity, field))
      for (const ending of ['', 'Code', 'Name']) add([...bare, ending].join(' '), 'usual')
  } else if (bare.length < words.length && bare.join() === own.join())
    add(bare.join(' '), /name$/i.test(name) ? 'usual' : 'weak')
  return found
}

const isTitle = (entity: Entity, name: string): boolean =>
  name === (titleOf(entity, entity.key[0] ?? '') ?? (/^name$/i.test(name) ? name : undefined))

const isOwnCode = (entity: Entity, name: string): boolean => entity.key.join() === name

const listed = (headings: string): string[] => (headings === '' ? [] : headings.split(', '))

const isOnlyReference = (entity: Entity, { reference }: Field): boolean =>
  reference?.entity !== entity.name &&
  referencesOf(entity).filter(
    (other) => other.reference.entity === reference?.entity && !other.reference.pairedWith,
  ).length === 1

/** What a field holds, as keys of `usualNames`. */
function meaningsOf(entity: Entity, name: string, field: Field): string[] {
  const { reference, typedIn, kind } = field
  if (reference)
    return isOnlyReference(entity, field) && !reference.pairedWith ? [`of.${reference.entity}`] : []
  if (typedIn.advice) return [typedIn.advice]
  if (kind === 'email' || kind === 'phone' || kind === 'place') return [kind]
  const ownWords = headingWords(entity.singular)
  const plain = headingWords(field.label)
    .filter((word) => !ownWords.includes(word))
    .join('')
  const own = [`${entity.name.toLowerCase()}.${plainHeading(field.label)}`, plain]
  if (isTitle(entity, name)) return ['ownName', `nameOf.${entity.name}`, `of.${entity.name}`, ...own]
  if (isOwnCode(entity, name)) return ['ownCode', `codeOf.${entity.name}`, ...own]
  return own
}
