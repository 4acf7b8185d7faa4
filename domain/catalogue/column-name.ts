/** `Iso_Code_3char` → `iso_code_3char`, `materialCode` → `material_code`: the one way from a name to SQL. */
export function columnName(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}
