import { heldOutNames, tuningNames, type NamePool } from './names.ts'

/** The fields by which customers are compared. */
export type LabelledCustomer = {
  Customer_Code: string
  Type: 'business' | 'individual'
  Customer_Name: string
  Primary_Contact: string
  Customer_Phone: string
  Customer_Email: string
  PAN: string | null
  City_Code: string
  Station_Code: string
  Pin_Code: string
}

export interface LabelledSet {
  customers: LabelledCustomer[]
  /** The codes of two customers that are the same, and how the second was entered. */
  duplicates: { codes: readonly [string, string]; how: string }[]
}

/** Two sets of customers with the true duplicates among them; the same on every run. */
export const labelledSets = (): { tuning: LabelledSet; heldOut: LabelledSet } => ({
  tuning: buildSet(tuningNames, 11),
  heldOut: buildSet(heldOutNames, 23),
})

type Change = Partial<LabelledCustomer>

function buildSet(pool: NamePool, seed: number): LabelledSet {
  const random = randomNumbers(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const set: LabelledSet = { customers: [], duplicates: [] }
  const phone = (): string => `9${String(Math.floor(random() * 1e9)).padStart(9, '0')}`
  const pan = (holder: 'P' | 'F'): string => {
    const letter = (): string => pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ'])
    return `${letter()}${letter()}${letter()}${holder}${letter()}${1000 + Math.floor(random() * 9000)}${letter()}`
  }
  const add = (customer: Omit<LabelledCustomer, 'Customer_Code'>): LabelledCustomer => {
    const added: LabelledCustomer = {
      ...customer,
      Customer_Code: `L-${set.customers.length + 1}`,
    } as LabelledCustomer
    set.customers.push(added)
    return added
  }
  const addDuplicate = (of: LabelledCustomer, how: string, change: Change): void => {
    const { Customer_Code: code } = add({ ...of, ...change })
    set.duplicates.push({ codes: [of.Customer_Code, code], how })
  }
  const inCity = (city: string): Pick<LabelledCustomer, 'City_Code' | 'Station_Code' | 'Pin_Code'> => {
    const at = pool.cities.indexOf(city)
    return { City_Code: city, Station_Code: `ST${Math.floor(at / 2)}`, Pin_Code: String(388_001 + at * 17) }
  }
  const person = (Customer_Name: string, change: Change = {}): LabelledCustomer =>
    add({
      Type: 'individual',
      Customer_Name,
      Primary_Contact: Customer_Name,
      Customer_Phone: phone(),
      Customer_Email: `${Math.floor(random() * 1e8)}@example.in`,
      PAN: random() < 0.5 ? pan('P') : null,
      ...inCity(pick(pool.cities)),
      ...change,
    })
  const named = (name: string): Change => ({ Customer_Name: name, Primary_Contact: name })
  /** A customer entered again: with another phone and e-mail, and without the PAN. */
  const unknown = (): Change => ({
    Customer_Phone: phone(),
    Customer_Email: `${Math.floor(random() * 1e8)}@example.in`,
    PAN: null,
  })
  const given = pool.given.map(spellingsOf)
  const surnames = pool.surnames.map(spellingsOf)
  const people = [0, 3].flatMap((shift) =>
    given.map((first, at) => ({ first, last: surnames[(at + shift) % surnames.length]! })),
  )
  const used = new Set(people.map(({ first, last }) => `${first.usual} ${last.usual}`))
  /** A given name that no other person with this surname has. */
  const unusedWith = (surname: string): string => {
    const first = given.find(({ usual }) => !used.has(`${usual} ${surname}`))!.usual
    used.add(`${first} ${surname}`)
    return first
  }
  for (const [at, { first, last }] of people.entries()) {
    const name = `${first.usual} ${last.usual}`
    const one = person(name)
    const number = one.Customer_Phone
    const hows: (() => void)[] = [
      () =>
        addDuplicate(one, 'Gujarati', { ...unknown(), ...named(`${first.gujarati}ભાઈ ${last.gujarati}`) }),
      () =>
        addDuplicate(one, 'Devanagari', { ...unknown(), ...named(`${first.devanagari} ${last.devanagari}`) }),
      () => addDuplicate(one, 'spelling', { ...unknown(), ...named(`${first.other} ${last.other}`) }),
      () =>
        addDuplicate(one, 'honorific', { ...unknown(), ...named(`Shri ${first.usual}bhai ${last.usual}`) }),
      () => addDuplicate(one, 'order', { ...unknown(), ...named(`${last.usual} ${first.usual}`) }),
      () =>
        addDuplicate(one, 'initial, phone with +91', {
          ...unknown(),
          ...named(`${first.usual[0]}. ${last.usual}`),
          Customer_Phone: `+91 ${number.slice(0, 5)}-${number.slice(5)}`,
        }),
      () =>
        addDuplicate(one, 'name of the father added', {
          ...unknown(),
          ...named(`${first.usual} ${pick(pool.fathers)} ${last.usual}`),
        }),
      () =>
        addDuplicate(one, 'typing error, same phone with 0', {
          ...unknown(),
          ...named(`${exchangeLetters(first.usual)} ${last.usual}`),
          Customer_Phone: `0${number}`,
        }),
      () =>
        addDuplicate(one, 'typing error', {
          ...unknown(),
          ...named(`${exchangeLetters(first.usual)} ${last.usual}`),
        }),
      () =>
        addDuplicate(one, 'same PAN, moved to another city', {
          ...unknown(),
          PAN: (one.PAN ??= pan('P')).toLowerCase(),
          ...inCity(pool.cities[(pool.cities.indexOf(one.City_Code) + 3) % pool.cities.length]!),
        }),
      () =>
        addDuplicate(one, 'same e-mail, first name only', {
          ...unknown(),
          ...named(`${first.usual}bhai`),
          Customer_Email: one.Customer_Email.toUpperCase(),
        }),
    ]
    hows[at % hows.length]!()
    if (at % 3 === 0) hows[(at + 4) % hows.length]!()
    // People who are not the same.
    const city = inCity(one.City_Code)
    const [father, uncle] = [
      pool.fathers[at % pool.fathers.length]!,
      pool.fathers[(at + 1) % pool.fathers.length]!,
    ]
    if (at % 2 === 0) person(`${unusedWith(last.usual)} ${last.usual}`, city)
    if (at % 4 === 0)
      person(`${unusedWith(last.usual)} ${father} ${last.usual}`, { ...city, Customer_Phone: number })
    if (at % 4 === 1)
      person(name, inCity(pool.cities[(pool.cities.indexOf(one.City_Code) + 2) % pool.cities.length]!))
    if (at % 5 === 2) {
      const cousin = unusedWith(last.usual)
      person(`${cousin} ${father} ${last.usual}`, city)
      person(`${cousin} ${uncle} ${last.usual}`, city)
    }
    // Two people of one name in one village, each with a PAN.
    if (at % 10 === 3) {
      const namesake = `${unusedWith(last.usual)} ${last.usual}`
      person(namesake, { ...city, PAN: pan('P') })
      person(namesake, { ...city, PAN: pan('P') })
    }
  }
  for (const [at, [one, other]] of pool.confusable.entries()) {
    const city = inCity(pool.cities[at % pool.cities.length]!)
    const last = surnames[(at + 4) % surnames.length]!.usual
    person(`${one} ${last}`, city)
    person(`${other} ${last}`, city)
  }
  addFirms(pool, { set, add, addDuplicate, inCity, phone, pan, unknown, pick })
  // The phone of one adviser, given for farmers of several villages.
  const shared = phone()
  for (const at of [1, 5, 9, 13])
    person(`${unusedWith(surnames[at % 10]!.usual)} ${surnames[at % 10]!.usual}`, { Customer_Phone: shared })
  return set
}

interface Tools {
  set: LabelledSet
  add: (customer: Omit<LabelledCustomer, 'Customer_Code'>) => LabelledCustomer
  addDuplicate: (of: LabelledCustomer, how: string, change: Change) => void
  inCity: (city: string) => Pick<LabelledCustomer, 'City_Code' | 'Station_Code' | 'Pin_Code'>
  phone: () => string
  pan: (holder: 'P' | 'F') => string
  unknown: () => Change
  pick: <T>(from: readonly T[]) => T
}

function addFirms(pool: NamePool, tools: Tools): void {
  const { add, addDuplicate, inCity, phone, pan, unknown } = tools
  for (const [at, firm] of pool.firms.map(spellingsOf).entries()) {
    const city = pool.cities[at % pool.cities.length]!
    const owner = `${spellingsOf(pool.given[(at * 3) % pool.given.length]!).usual} ${spellingsOf(pool.surnames[(at + 1) % pool.surnames.length]!).usual}`
    const one = add({
      Type: 'business',
      Customer_Name: firm.usual,
      Primary_Contact: owner,
      Customer_Phone: phone(),
      Customer_Email: `office${at}@${city.toLowerCase()}.example.in`,
      PAN: pan('F'),
      ...inCity(city),
    })
    addDuplicate(one, 'firm: other spelling', {
      ...unknown(),
      Customer_Name: firm.other,
      Primary_Contact: 'Manager',
    })
    const hows: (() => void)[] = [
      () => addDuplicate(one, 'firm: M/s', { ...unknown(), Customer_Name: `M/s. ${firm.usual}` }),
      () => addDuplicate(one, 'firm: Gujarati', { ...unknown(), Customer_Name: firm.gujarati }),
      () => addDuplicate(one, 'firm: Devanagari', { ...unknown(), Customer_Name: firm.devanagari }),
      () =>
        addDuplicate(one, 'firm: entered as its owner', {
          ...unknown(),
          Type: 'individual',
          Customer_Name: owner,
          Customer_Phone: `+91${one.Customer_Phone}`,
        }),
      () =>
        addDuplicate(one, 'firm: Pvt. Ltd., GSTIN in place of the PAN', {
          ...unknown(),
          Customer_Name: `${firm.usual} Pvt. Ltd.`,
          PAN: `24${one.PAN}1Z5`,
        }),
    ]
    hows[at % hows.length]!()
    // A branch in another town has the PAN of the firm, and its own phone.
    if (at % 2 === 0)
      add({
        ...one,
        ...inCity(pool.cities[(at + 3) % pool.cities.length]!),
        Customer_Phone: phone(),
        Customer_Email: `branch${at}@example.in`,
        Primary_Contact: 'Branch Manager',
      })
    // Another business that is named after the same deity, in the same town.
    if (at % 2 === 1)
      add({
        ...one,
        Customer_Name: `${firm.usual.split(' ')[0]} Tractor Garage`,
        Primary_Contact: 'Karigar',
        Customer_Phone: phone(),
        Customer_Email: `garage${at}@example.in`,
        PAN: pan('F'),
      })
  }
}

interface Spellings {
  usual: string
  other: string
  gujarati: string
  devanagari: string
}

function spellingsOf(line: string): Spellings {
  const [latin = '', gujarati = '', devanagari = ''] = line.split('|')
  const [usual = '', other = usual] = latin.split(',')
  return { usual, other, gujarati, devanagari }
}

/** Two letters in the middle change places. */
const exchangeLetters = (name: string): string => {
  const at = Math.floor(name.length / 2)
  return `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`
}

/** A linear congruential generator, so that the set is the same on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}
