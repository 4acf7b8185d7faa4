import { foldText } from '../text.ts'

/** What a value of any kind looks like once it has been read: JSON without surprises. */
export type Value = string | number | readonly string[] | null

/** What goes into a table cell. */
export type Cell = string | number | null

export type Reading = { value: Value } | { problem: string }

/**
 * - `required`: must have a value
 * - `noneYet`: the form asks for it, with a tick that says there is none yet; null is a good answer
 * - `optional`: may be left out
 * - `generated`: dealt out by the server; what a client sends is ignored
 */
export type Presence = 'required' | 'noneYet' | 'optional' | 'generated'

/** The column a field needs; the checks are what the database itself refuses, whoever writes. */
export interface Column {
  type: 'text' | 'integer' | 'real'
  /** The cell holds hundredths of the value: money is counted in paise, because fractions of a number do not add up. */
  inHundredths?: true
  maxLength?: number
  oneOf?: readonly string[]
  /** `YYYY-MM-DD`, whose length the database can check as well. */
  exactLength?: number
  min?: number
  max?: number
}

/** How a person types the value in: plain facts a form can follow, never the name of a component. */
export interface TypedIn {
  as:
    | 'text'
    | 'long-text'
    | 'email'
    | 'phone'
    | 'number'
    | 'date'
    | 'instant'
    | 'choice'
    | 'reference'
    | 'references'
    | 'generated'
  maxLength?: number
  /** Which keys a phone shows first. */
  inputMode?: 'numeric'
  /** The least number that may be typed. */
  min?: number
  /** Longer or wrong input is mended while typing, with its sentence shown: cut to the limit, or cleared. */
  whenWrong?: 'cut' | 'clear'
  choices?: readonly string[]
  /** What is worth a remark beside the field once it is chosen. */
  remarks?: Readonly<Record<string, string>>
  /** The chosen code stands in the field together with its name: `IN-India`. */
  codeName?: true
  /** What is typed can be looked at with a rule of thumb; what that finds is said beside the field and stops nobody. */
  advice?: 'gstin' | 'pan' | 'pincode' | 'screen'
}

export interface Reference {
  entity: string
  field: string
  /** The record belongs to what it refers to: a zone to its country. Paths through such references must agree. */
  parent: boolean
  /** This field repeats something of the record that another field of this record refers to: Role_Name beside Role_Code. */
  pairedWith?: string
  /** Several records, kept as a list. */
  many: boolean
}

export interface Field {
  label: string
  presence: Presence
  /** Reads what came in for this field. Null, absent and blank never get here. */
  read: (input: unknown) => Reading
  /** The latest value there can be: of what is yet to come nothing is known. */
  latest?: 'today'
  column: Column
  toCell: (value: Value) => Cell
  fromCell: (cell: Cell) => Value
  /** As a person reads it. A moment is shown on the firm's clock, whose zone the server says; a browser knows it. */
  show: (value: Value, timeZone?: string) => string
  /** The form in which two values are compared for identity and sorted when they are a key. */
  toKey: (value: Value) => string
  typedIn: TypedIn
  /** A believable value, another for each n. */
  sample: (n: number) => Value
  /** JSON Schema, for the description of the API. */
  schema: Record<string, unknown>
  /** Whether the search box looks into it. */
  searched: boolean
  /** Shown masked wherever it is not needed in full. */
  sensitive?: boolean
  reference?: Reference
  series?: { prefix: string; width: number } // as declared; an administrator may set another
}

export interface FieldOptions {
  presence?: Exclude<Presence, 'generated'>
}

export const keyOfPlain = (value: Value): string => foldText(showPlain(value))
export const passCell = (value: Value): Cell => value as Cell
export const passValue = (cell: Cell): Value => cell
export const showPlain = (value: Value): string => (value === null ? '' : String(value))
