/** Without references, with one, with a code from the server, with a choice and a warning, and the largest. */
const kinds = ['/contact1', '/contact2', '/contact18', '/contact22', '/contact24']

/** All forms are one component, so a test of every screen needs one form of each kind. */
export const isLikeOtherForms = (path: string): boolean =>
  /^\/contact\d+$/.test(path) && !kinds.includes(path)
