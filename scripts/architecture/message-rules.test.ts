import { describe, expect, it } from 'vitest'

import { checkMessages, literalsIn } from './message-rules.ts'
import type { Tree } from './tree.ts'

const treeOf = (source: string): Tree => new Map([['web/ui/a.tsx', source]])

const literals: [source: string, count: number][] = [
  ['<p>Log in</p>', 1],
  ['<p>{t("Log in")}</p>', 0],
  ['<p>{count}: {isOpen ? "Open" : "closed"}</p>', 2],
  ['<p>×</p>', 0],
  ['<Page heading="Bin" className="Wide page" />', 1],
  ['<Button aria-label={`Open ${name}`} className={`button ${tone}`} />', 1],
  ['<RichText message="Open <link>{name}</link>" />', 0],
  ['notify({ text: "Nothing was restored" })', 1],
  ['notify({ text: t("Nothing was restored") })', 0],
  ['event.key === "Enter"', 0],
  ['types.includes("Files")', 0],
  ['new Error("The cell has no row")', 0],
  ['new DOMException("Stopped", "AbortError")', 0],
  ['xhr.setRequestHeader("authorization", `Bearer ${token}`)', 0],
  ['record.Country_Name ?? "Country_Name"', 0],
  ['`${count} visits of ${name}`', 1],
  ['`/records/${id}`', 0],
  ['values["Type"]', 0],
  ['["Alt", "Shift"].includes(event.key)', 0],
  ['console.warn("Could not load the list", error)', 0],
  ['[[/Firefox/, "Firefox"]]', 0],
  ['setValue("Remarks", "")', 0],
  ['style.setProperty("translate", `${x}px ${y}px`)', 0],
  ['({ field: "Remarks", draft: `plan visit ${code}`, message: "Remarks are too long" })', 1],
  ['`/admin/roles ${role}`', 0],
  ['{ id: `recent ${to}` }', 0],
  ['console.warn(`Could not load ${path}`)', 0],
  ["'Status' in current", 0],
  ["setValue('Outcome', chosen)", 0],
  ["search.get('Status')", 0],
  ["{ field: 'Reason', message: 'Reason is required' }", 1],
  ["() => { const dayFields = ['From_Day', 'Remarks'] as const }", 0],
  ['<Button data-move={`up ${id}`} />', 0],
  ["{ '@type': 'Organization', name: 'Organization' }", 1],
  ['{ authorization: `Bearer ${token}` }', 0],
  ['`<meta name="${name}" content="${content}" />`', 0],
  ['<title>AgriDesk</title>', 0],
  ["() => (error.name = 'Unreachable')", 0],
]

const messages: [source: string, problem: string | undefined][] = [
  ["() => t('Log in')", undefined],
  ["() => t('{count, plural, one {# visit} other {# visits}}', { count })", undefined],
  ["() => t(isOpen ? 'Open' : 'Closed')", undefined],
  ['() => t(field.label)', undefined],
  ["() => t(field?.label ?? name ?? 'Nothing')", undefined],
  ["() => <RichText message='Open {name}' values={{ name }} tags={{}} />", undefined],
  ["() => <RichText message='Open {name}' tags={{}} />", 'needs a value for name'],
  ["() => t('Open {name}', { title })", 'needs a value for name'],
  ["() => t('Open {name}', values)", undefined],
  ["() => t('Open {name')", 'Wrong syntax at character 10'],
  ["() => t('{n, plural, one {day}}', { n })", 'has a text for other'],
  ['() => t(`Open ${name}`)', 'A message is a literal'],
  ["() => t('Open ' + name)", 'A message is a literal'],
  ["t('Log in')", 'A message is formatted when it is shown'],
]

describe('the texts of the web app', () => {
  it.each(literals)('%s has %i outside of messages', (source, count) => {
    expect(literalsIn(treeOf(`import { a } from 'Some words'\nexport const b = ${source}`))).toHaveLength(
      count,
    )
  })

  it.each(messages)('%s', (source, problem) => {
    const sentences = checkMessages(treeOf(`export const b = ${source}`)).map(({ sentence }) => sentence)
    expect(sentences).toEqual(problem === undefined ? [] : [expect.stringContaining(problem)])
  })
})
