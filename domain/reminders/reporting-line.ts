/** The people above a person, the nearest first. A line that returns to a person it has passed ends there. */
export function reportingLine(
  person: string,
  managerOf: (person: string) => string | null | undefined,
): string[] {
  const passed = new Set([person])
  let manager = managerOf(person)
  while (manager && !passed.has(manager)) {
    passed.add(manager)
    manager = managerOf(manager)
  }
  return [...passed].slice(1)
}
