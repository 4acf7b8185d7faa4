/** What stands in a control: text, or the chosen ones of several. */
export type Typed = string | readonly string[]
export type TypedValues = Readonly<Record<string, Typed>>
