// "Who may import whom" as a table. A room is a folder or a file; the first row that matches a path is its room.
type Room = { name: string; is: RegExp; mayImport: string[]; sentence: string }

const domainSentence = 'domain imports nothing outside domain: no Node, no package, no other folder.'
const featureOfServer =
  'A feature of the server imports domain, the store, the gate and itself, never another feature or http.'
const featureOfWeb =
  'A feature of the web imports domain, ui, entity, api and itself, never another feature or app.'
const base = 'server/base'
const underStore = ['domain', base]
const underGate = [...underStore, 'server/store']
const underAccess = [...underGate, 'server/gate']
const underFeature = [...underAccess, 'server/access']
const webBase = ['domain', 'web/styles']
const underWebFeature = [...webBase, 'web/ui', 'web/api', 'web/entity']

export const rooms: Room[] = [
  { name: 'domain', is: /^domain\//, mayImport: [], sentence: domainSentence },
  {
    name: 'server/store',
    is: /^server\/store\//,
    mayImport: underStore,
    sentence: 'server/store imports domain and itself: it knows SQL, nothing of HTTP or rights.',
  },
  {
    name: 'server/gate',
    is: /^server\/(?:gate|within|context|once|attempts)\.ts$/,
    mayImport: underGate,
    sentence:
      'The gate and its neighbours (within, context, once, attempts) import domain and the store, nothing above them.',
  },
  {
    name: 'server/access',
    is: /^server\/access\//,
    mayImport: underAccess,
    sentence: 'server/access says what the masters allow an account; it imports no feature.',
  },
  {
    name: 'server/resources',
    is: /^server\/resources\//,
    mayImport: underFeature,
    sentence: featureOfServer,
  },
  {
    name: 'server/masters',
    is: /^server\/masters\//,
    mayImport: [...underFeature, 'server/resources'],
    sentence: 'server/masters works on many records at once through server/resources, as anyone would.',
  },
  {
    name: 'server/imports',
    is: /^server\/imports\//,
    mayImport: [...underFeature, 'server/resources', 'server/masters'],
    sentence: 'server/imports loads files through server/resources and server/masters.',
  },
  {
    name: 'server/audit',
    is: /^server\/audit\//,
    mayImport: [...underFeature, 'server/resources'],
    sentence: 'server/audit reads who did what; it is told of it through the store.',
  },
  { name: 'server/visits', is: /^server\/visits\//, mayImport: underFeature, sentence: featureOfServer },
  { name: 'server/views', is: /^server\/views\//, mayImport: underFeature, sentence: featureOfServer },
  { name: 'server/accounts', is: /^server\/accounts\//, mayImport: underFeature, sentence: featureOfServer },
  {
    name: 'server/http',
    is: /^server\/http\//,
    mayImport: [
      'domain',
      base,
      'server/gate',
      'server/access',
      'server/resources',
      'server/masters',
      'server/imports',
      'server/visits',
      'server/views',
      'server/accounts',
      'server/audit',
    ],
    sentence: 'server/http imports services, never server/store: it knows HTTP, nothing of SQL.',
  },
  {
    name: 'server/starter',
    is: /^server\/starter\//,
    mayImport: [...underFeature, 'server/resources'],
    sentence: 'server/starter fills a new database through the services, as anyone would.',
  },
  {
    name: 'server/app',
    is: /^server\/(?:app|main|housekeeping)\.ts$/,
    mayImport: [
      ...underFeature,
      'server/resources',
      'server/masters',
      'server/imports',
      'server/visits',
      'server/accounts',
      'server/starter',
      'server/http',
    ],
    sentence: 'server/app.ts and server/main.ts import domain and server only.',
  },
  {
    name: base,
    is: /^server\/[^/]+\.ts$/,
    mayImport: ['domain'],
    sentence: 'A file directly in server (config, clock, log) imports domain and its neighbours only.',
  },
  { name: 'web/styles', is: /^web\/styles\//, mayImport: [], sentence: 'web/styles imports nothing.' },
  {
    name: 'web/ui',
    is: /^web\/ui\//,
    mayImport: webBase,
    sentence: 'web/ui imports domain and itself: it knows no word of the business.',
  },
  { name: 'web/api', is: /^web\/api\//, mayImport: webBase, sentence: 'web/api imports domain and itself.' },
  {
    name: 'web/entity',
    is: /^web\/entity\//,
    mayImport: [...webBase, 'web/ui', 'web/api'],
    sentence: 'web/entity imports domain, ui, api and itself.',
  },
  { name: 'web/forms', is: /^web\/forms\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/visits', is: /^web\/visits\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/customers', is: /^web\/customers\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/accounts', is: /^web\/accounts\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/admin', is: /^web\/admin\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/lists', is: /^web\/lists\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/records', is: /^web\/records\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/trees', is: /^web\/trees\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/imports', is: /^web\/imports\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/palette', is: /^web\/palette\//, mayImport: underWebFeature, sentence: featureOfWeb },
  { name: 'web/marketing', is: /^web\/marketing\//, mayImport: underWebFeature, sentence: featureOfWeb },
  {
    name: 'web/app',
    is: /^web\/(?:app\/|[^/]+$)/,
    mayImport: [
      ...underWebFeature,
      'web/forms',
      'web/visits',
      'web/customers',
      'web/accounts',
      'web/admin',
      'web/lists',
      'web/records',
      'web/trees',
      'web/imports',
      'web/palette',
      'web/marketing',
    ],
    sentence: 'web imports domain and web, nothing of the server.',
  },
]

/** Named exceptions: this room may also import this one file. */
export const exceptions: { room: string; path: string }[] = [
  { room: 'server/visits', path: 'server/resources/resource-service.ts' },
  { room: 'server/visits', path: 'server/resources/check-record.ts' },
  { room: 'server/resources', path: 'server/visits/visit-effects.ts' },
  { room: 'server/masters', path: 'server/visits/last-visit.ts' },
  { room: 'server/masters', path: 'server/visits/advice-store.ts' },
]

export const roomOf = (path: string): Room | undefined => rooms.find((room) => room.is.test(path))

/** Whether files of the room may import the path; a room always may import itself. */
export function mayImport(room: Room, path: string): boolean {
  const target = roomOf(path)
  if (target && (target.name === room.name || room.mayImport.includes(target.name))) return true
  return exceptions.some((one) => one.room === room.name && one.path === path)
}
