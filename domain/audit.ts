/** Labels of the events that change no record. */
export const auditEvents = {
  login: 'Logged in',
  'login failed': 'Login failed',
  'sign-on linked': 'Single sign-on linked',
  'sign-on unlinked': 'Single sign-on unlinked',
  logout: 'Logged out',
  'session ended': 'Session ended',
  'login unlocked': 'Log-in unlocked',
  maintenance: 'Maintenance mode changed',
  'reset asked': 'Password reset requested',
  'mail sent': 'Mail sent',
  'mail not sent': 'Mail not sent',
  export: 'Export started',
  'export downloaded': 'Export downloaded',
  'import read': 'Import file read',
  'import value changed': 'Remembered value changed',
  'view as': 'Viewed as another user',
  'token used': 'API token used',
  'tokens kept': 'API tokens kept active',
  'device known': 'New device confirmed',
  'device disowned': 'New device rejected',
  'calendar made': 'Calendar link created',
  'calendar ended': 'Calendar link revoked',
  'reminders changed': 'Reminders changed',
  'series changed': 'Code format changed',
  'comment changed': 'Comment changed',
  'comment deleted': 'Comment deleted',
  'document attached': 'Document attached',
  'document deleted': 'Document deleted',
  'document restored': 'Document restored',
  'location allowed': 'Location allowed',
  'location withdrawn': 'Location withdrawn',
  'phone revoked': 'Phone revoked',
  'webhook secret': 'Webhook secret changed',
  'personal data exported': 'Personal data exported',
  'personal data erased': 'Personal data erased',
} as const
export type AuditEventName = keyof typeof auditEvents

/** Changes of records come from the history; password changes are derived from it. */
export const auditChanges = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  password: 'Password',
} as const

export const auditWords: Readonly<Record<string, string>> = { ...auditChanges, ...auditEvents }

/** Subjects of the history that are not entities of the catalogue. */
export const auditSubjects: Readonly<Record<string, string>> = {
  account: 'Account',
  roleRights: 'Rights of a role',
  apiToken: 'API token',
  audit: 'Audit',
  fieldDevice: 'Phone',
  webhook: 'Webhook',
}
