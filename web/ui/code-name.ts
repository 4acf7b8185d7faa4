export interface Suggestion {
  value: string
  /** Text that explains the value. */
  title: string | null
}

/** A code and its name as one text. */
export const codeName = ({ value, title }: Suggestion): string => (title ? `${value}-${title}` : value)
