/** What people did that changed no record, in words. */
export const auditEvents = {
  login: 'Logged in',
  'login failed': 'Log-in refused',
  logout: 'Logged out',
  'session ended': 'Session ended',
  'reset asked': 'New password asked for',
  'mail sent': 'Mail sent',
  'mail not sent': 'Mail not sent',
  export: 'Export begun',
  'export downloaded': 'Export downloaded',
  'import read': 'File read in',
  'import value changed': 'Remembered value changed',
  'view as': 'Looked as somebody else',
  'token used': 'API token used',
  'tokens kept': 'API tokens keep working',
  'device known': 'New device vouched for',
  'device disowned': 'New device disowned',
  'calendar made': 'Calendar address made',
  'calendar ended': 'Calendar address ended',
  'series changed': 'Look of codes changed',
  'comment changed': 'Comment changed',
  'comment deleted': 'Comment deleted',
} as const
export type AuditEventName = keyof typeof auditEvents

/** What changed a record stands in its history; what was done about a password is told from there. */
export const auditChanges = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  password: 'Password',
} as const

export const auditWords: Readonly<Record<string, string>> = { ...auditChanges, ...auditEvents }

/** What the history knows besides the entities of the catalogue. */
export const auditSubjects: Readonly<Record<string, string>> = {
  account: 'Account',
  roleRights: 'Rights of a role',
  apiToken: 'API token',
  audit: 'Audit',
}

/** Who did what, when, from where. */
export interface AuditEntry {
  id: string
  at: string
  by: string
  /** The account or the API token; null for the system and for strangers. */
  byId: string | null
  address: string | null
  action: string
  entity: string | null
  /** What it was done to: its id, where it has one, and what it is called. */
  record: string | null
  name: string | null
  facts: AuditFact[]
}

/** What is sensitive in it is masked. */
export interface AuditFact {
  label: string
  before: string | null
  after: string | null
}

export interface AuditPage {
  items: AuditEntry[]
  next: string | null
  /** How far back it was looked for the change of a value, where what is older was not looked through yet. */
  reached?: string
}

/** What the list can be narrowed down by, under its names in the address. */
export const auditFilters = ['who', 'action', 'entity', 'record', 'field', 'from', 'to', 'address'] as const
