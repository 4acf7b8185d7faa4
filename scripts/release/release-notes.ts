/** The section of a version in the changelog, with the notes for upgrades first. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((each) => each.startsWith(`## ${version} `))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`)
  const [heading = '', ...parts] = section.split(/^(?=### )/m)
  const isUpgrade = (part: string): boolean => part.startsWith('### Upgrade notes')
  if (!parts.some(isUpgrade))
    throw new Error(`The section for ${version} in CHANGELOG.md has no "Upgrade notes"`)
  const ordered = [...parts.filter(isUpgrade), ...parts.filter((part) => !isUpgrade(part))]
  const steps = 'How to install and upgrade: [docs/operations.md](docs/operations.md).\n\n'
  return `${heading.replace(/^## /, '# AgriDesk ').trimEnd()}\n\n${steps}${ordered.map((part) => `${part.trimEnd()}\n`).join('\n')}`
}
