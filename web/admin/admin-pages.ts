/** The tabs of the admin area, each with what one must be allowed to read to open it. */
export const adminPages = [
  { path: '/admin/users', label: 'Users', subject: 'account' },
  { path: '/admin/contacts', label: 'Contacts', subject: 'contactMessage' },
  { path: '/admin/contact1', label: 'Contact1', subject: 'country' },
] as const
