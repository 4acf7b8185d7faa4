/** The connection was lost between sending a commit and its response: the transaction may have been committed, or not. */
export class LostCommit extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during a commit', { cause })
  }
}

/** Whether PostgreSQL itself rejected the commit, and the connection is still usable. */
export function isRejectedCommit(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(22|23|25|40|42|53|54|55)/.test(code) && code.length === 5
}
