type Letters<S extends string> = S extends `${infer First}${infer Rest}` ? First | Letters<Rest> : never
type LowerCase = Letters<'abcdefghijklmnopqrstuvwxyz0123456789'>

/** The same for types: `ColumnName<'materialCode'>` is `'material_code'`. */
export type ColumnName<
  Name extends string,
  Before extends string = '',
  Done extends string = '',
> = Name extends `${infer First}${infer Rest}`
  ? ColumnName<
      Rest,
      First,
      `${Done}${First extends Lowercase<First> ? First : Before extends LowerCase ? `_${Lowercase<First>}` : Lowercase<First>}`
    >
  : Done

/** `Iso_Code_3char` → `iso_code_3char`, `materialCode` → `material_code`: the only conversion of names to SQL. */
export function columnName(name: string): string {
  const cached = cache.get(name)
  if (cached) return cached
  const column = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  cache.set(name, column)
  return column
}

// A cache of a few hundred names of the catalogue, used for every row that is written.
const cache = new Map<string, string>()
