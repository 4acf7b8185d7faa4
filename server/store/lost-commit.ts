/** The connection was lost between sending a commit and hearing of it: what was saved may have lasted, or not. */
export class LostCommit extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during a commit', { cause })
  }
}

/** Whether a failed commit was refused: then the database itself says why, and the connection goes on. */
export function wasRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(22|23|25|40|42|53|54|55)/.test(code) && code.length === 5
}
