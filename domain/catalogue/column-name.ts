/** `Iso_Code_3char` → `iso_code_3char`, `materialCode` → `material_code`: the one way from a name to SQL. */
export function columnName(name: string): string {
  const kept = known.get(name)
  if (kept) return kept
  const column = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  known.set(name, column)
  return column
}

// Names come from the catalogue, so there are a few hundred of them, asked for with every row that is written.
const known = new Map<string, string>()
