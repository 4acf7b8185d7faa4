import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { forms, officeForms } from '#domain/contract/forms.ts'
import { foldText } from '#domain/text.ts'
import type { useMay } from '../api/use-may.ts'
import { inSentence } from '../entity/in-sentence.ts'

/** Somewhere to go, or something to begin. */
export interface Place {
  label: string
  /** What kind of place it is. */
  hint: string
  to: string
  /** Further words it is found by. */
  words?: string
  /** Begins a line of this master instead of going anywhere. */
  begins?: Entity
  /** Asks what one may do on the screen behind. */
  asks?: true
}

type May = ReturnType<typeof useMay>
type Row = readonly [label: string, to: string, needs?: readonly [Parameters<May>[0], string], words?: string]

const screens: readonly Row[] = [
  ['Visit Planner', '/get', ['read', 'customer'], 'plan due'],
  ['Visit Entry', '/visitentry', ['read', 'customer'], 'record'],
  ['Calendar', '/calendar', ['read', 'visit'], 'week month'],
  ['Day’s round', '/round', ['read', 'visit'], 'map today'],
  ['Visits', '/visits', ['read', 'visit']],
  ['Admin', '/admin', ['read', 'customer'], 'overview glance firm'],
  ['Users', '/admin/users', ['read', 'account'], 'admin accounts people approve'],
  ['Contacts', '/admin/contacts', ['read', 'contactMessage'], 'admin messages'],
  ['Contact1', '/admin/contact1', ['read', 'country'], 'admin countries'],
  ['Holidays', '/admin/holidays', ['read', 'holiday'], 'admin'],
  ['Gaps in the mappings', '/admin/gaps', ['read', 'cropSoilSeasonMapping'], 'admin advice'],
  ['Balances', '/admin/balances', ['create', 'balance'], 'admin upload owed money'],
  ['Hand-over', '/admin/handover', ['create', 'assignment'], 'admin handover assign'],
  ['Number series', '/admin/series', ['read', 'series'], 'admin codes prefix'],
  ['Roles and rights', '/admin/roles', ['read', 'roleRights'], 'admin access may sees territory'],
  ['Audit', '/admin/audit', ['read', 'audit'], 'admin who changed history log'],
  ['API tokens', '/admin/tokens', ['read', 'apiToken'], 'admin programs keys integrations erp'],
  ['Data health', '/admin/health', ['read', 'dataHealth'], 'admin rules wrong'],
  ['Reference data', '/admin/reference', ['read', 'referenceData'], 'admin iso load'],
  ['Tree of territory', '/trees/territory', ['read', 'zone'], 'country zone state pool station'],
  ['Tree of places', '/trees/places', ['read', 'city'], 'country state city'],
  ['Tree of the organisation', '/trees/organisation', ['read', 'company'], 'company branch function'],
  ['Imports', '/imports', ['read', 'importJob'], 'csv xlsx excel load'],
  ['Changes at once', '/changes', ['read', 'batch'], 'batches undo'],
  ['Bin', '/bin', ['read', 'batch'], 'deleted restore trash'],
  ['My account', '/account', ['read', 'ownProfile'], 'password devices sessions second factor'],
  ['Home', '/'],
  ['Log out', '/logout', ['read', 'ownProfile'], 'logout leave'],
]

/** What has a list and no form. */
const listedOnly = ['visit', 'balance', 'assignment']

export const subjectAt = (pathname: string): string | undefined =>
  screens.find(([, to]) => to === pathname)?.[2]?.[1]

const asking: Place = {
  label: 'What may I do here?',
  hint: 'Ask',
  to: '#ask',
  words: 'why not missing button access rights permission allowed role',
  asks: true,
}

/** Every screen the person may open, and what can be begun. */
export function placesFor(may: May): { screens: readonly Place[]; actions: readonly Place[] } {
  const open = [
    ...forms.filter((form) => may('read', form.entity) || may('create', form.entity)),
    ...officeForms.filter((form) => may('update', form.entity)),
  ]
  const ofForms = open.map((form) => ({
    label: form.menu,
    to: form.route,
    hint: 'Form',
    words: form.heading,
  }))
  const others: Place[] = screens
    .filter(([, , needs]) => !needs || may(...needs))
    .map(([label, to, , words = '']) => ({ label, to, hint: 'Screen', words }))
  const actions = open.flatMap((form): Place[] => {
    const entity = entityNamed(form.entity)
    const { name, path } = entity
    const one = inSentence(entity.singular)
    const all = inSentence(entity.plural)
    return [
      ...(may('create', name) && name !== 'contactMessage'
        ? [{ label: `New ${one}`, hint: 'In one line', to: form.route, words: 'create add', begins: entity }]
        : []),
      ...(may('read', name)
        ? [{ label: `List of ${all}`, hint: 'List', to: `/lists/${path}`, words: 'filter export print' }]
        : []),
      ...(may('import', name) && name !== 'contactMessage'
        ? [{ label: `Import ${all}`, hint: 'Import', to: `/imports?entity=${path}`, words: 'load csv excel' }]
        : []),
    ]
  })
  for (const name of listedOnly.filter((each) => may('read', each))) {
    const { path, plural } = entityNamed(name)
    const label = `List of ${inSentence(plural)}`
    actions.push({ label, hint: 'List', to: `/lists/${path}`, words: 'filter export print' })
  }
  if (may('read', 'ownProfile')) others.push(asking)
  return { screens: [...ofForms, ...others], actions }
}

const wordsIn = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** Those in which every word begins as one that was typed; whose own name begins so comes first. */
export function fitting(places: readonly Place[], typed: string, most: number): Place[] {
  const wanted = wordsIn(typed)
  if (wanted.length === 0) return []
  const start = foldText(typed).trim()
  const distance = ({ label }: Place): number => {
    const name = foldText(label)
    return name.startsWith(start)
      ? 0
      : wanted.every((word) => wordsIn(name).some((own) => own.startsWith(word)))
        ? 1
        : 2
  }
  return places
    .filter(({ label, words = '' }) => {
      const own = wordsIn(`${label} ${words}`)
      return wanted.every((word) => own.some((each) => each.startsWith(word)))
    })
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, most)
}
