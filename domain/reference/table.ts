/**
 * Parses a table of lines with cells separated by bars. An empty cell is null.
 */
export function readTable<const Name extends string>(
  names: readonly Name[],
  text: string,
): Record<Name, string | null>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|')
      if (cells.length !== names.length)
        throw new Error(`Expected ${names.length} cells (${names.join(', ')}), not "${line}"`)
      return Object.fromEntries(names.map((name, at) => [name, cells[at]!.trim() || null])) as Record<
        Name,
        string | null
      >
    })
}

/** Throws when the cell is empty. */
export function filled(cell: string | null): string {
  if (cell === null) throw new Error('A required cell of a table is empty')
  return cell
}

/** `a, b, c` in one cell. */
export const listed = (cell: string | null): string[] =>
  cell === null ? [] : cell.split(',').map((each) => each.trim())
