/** The value of a control: text, or several chosen values. */
export type Typed = string | readonly string[]
export type TypedValues = Readonly<Record<string, Typed>>
