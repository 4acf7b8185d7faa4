/** A JSON object, as opposed to a list or a single value. */
export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

/** The members of an input; none if it is a single value. */
export const membersOf = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null ? { ...input } : {}

export const isOneOf = <T>(choices: readonly T[], input: unknown): input is T =>
  choices.some((choice) => choice === input)
