import { catalogue } from '#domain/catalogue/catalogue.ts'
import { can } from '#domain/access/policy.ts'
import { escapeHtml as escape } from './escape-html.ts'
import type { DescribedRoute } from './openapi.ts'

/** The API reference as a page of plain HTML without scripts. */
export function apiPage(description: Record<string, unknown>, routes: readonly DescribedRoute[]): string {
  const tags = [...new Set(routes.map((route) => route.description.tag))]
  const { version } = description['info'] as { version: string }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>AgriDesk API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header>
<h1>AgriDesk API</h1>
<p>Version ${escape(version)}. Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
<nav aria-label="Sections"><ul>${tags.map((tag) => `<li><a href="#${anchor(tag)}">${escape(tag)}</a></li>`).join('')}</ul></nav>
<main>
${introduction}
${tags
  .map((tag) =>
    section(
      tag,
      routes.filter((route) => route.description.tag === tag),
    ),
  )
  .join('\n')}
</main>
</body>
</html>`
}

const introduction = `<section><h2 id="start">Start here</h2>
<p>Log in with <code>POST /api/auth/login</code> and send the token with every request: <code>Authorization: Bearer agd_…</code>. Bodies are JSON.</p>
<ul>
<li><b>Create</b> answers 201 with the stored record. Add <code>Idempotency-Key: anything-unique</code> and the same request can safely be retried for 30 days; with another body the same key is refused with 422, and <code>first</code> holds the answer of the first request.</li>
<li><b>Change</b> with the <code>version</code> you read (or <code>If-Match</code>). If another user saved first, the answer is 409 with the current record, and nothing is overwritten.</li>
<li><b>Lists</b> come in pages: pass <code>next</code> of one page as <code>after</code> to get the following one.</li>
<li><b>Problems</b> are <code>application/problem+json</code>: <code>msg</code> is the message to show to the user, <code>errors</code> names each wrong field.</li>
</ul></section>`

function section(tag: string, routes: readonly DescribedRoute[]): string {
  const entity = catalogue.find((each) => each.plural === tag)
  return `<section><h2 id="${anchor(tag)}">${escape(tag)}</h2>
<div class="wide"><table><thead><tr><th>Request</th><th>What it does</th><th>Who</th></tr></thead><tbody>
${routes.map(routeRow).join('\n')}
</tbody></table></div>
${entity ? fieldTable(entity.fields) : ''}</section>`
}

function routeRow({ method, url, may, description, successor }: DescribedRoute): string {
  const isPublic = can({ kind: 'anonymous', address: '' }, ...may).allowed
  const summary =
    successor === undefined
      ? escape(description.summary)
      : `Deprecated: use <code>${escape(successor)}</code>`
  return `<tr><td><span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(url)}</code></td><td>${summary}</td><td>${isPublic ? 'anyone' : 'with a token'}</td></tr>`
}

function fieldTable(fields: (typeof catalogue)[number]['fields']): string {
  const rows = Object.entries(fields).map(([name, field]) => {
    const target = field.reference
      ? `the ${field.reference.field} of an existing ${field.reference.entity}`
      : ''
    const facts = [field.presence === 'noneYet' ? 'may be null' : field.presence, target]
      .filter(Boolean)
      .join(', ')
    return `<tr><td><code>${escape(name)}</code></td><td>${escape(field.label)}</td><td>${escape(field.typedIn.as)}${field.typedIn.maxLength ? `, at most ${field.typedIn.maxLength} characters` : ''}${field.typedIn.choices ? `: ${escape(field.typedIn.choices.join(', '))}` : ''}</td><td>${escape(facts)}</td></tr>`
  })
  return `<details><summary>Fields</summary><div class="wide"><table><thead><tr><th>Field</th><th>Label</th><th>Kind</th><th>Presence</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></details>`
}

const anchor = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const apiPageStyle = `:root { color-scheme: light dark; --ink: light-dark(#1d2a1f, #e3eae0); --dim: light-dark(#56635a, #9fb0a3); --paper: light-dark(#fbfcf9, #141a15); --line: light-dark(#dbe2d8, #2e3a31); --leaf: light-dark(#2c6a3a, #8fd19e) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { margin: 0; color: var(--leaf) } h2 { margin: 2.5rem 0 .75rem; scroll-margin-top: 1rem }
a { color: var(--leaf) }
nav ul { columns: 12rem; list-style: none; padding: 1rem; margin: 1.5rem 0; border: 1px solid var(--line); border-radius: .5rem }
nav a { display: block; padding: .25rem 0 }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; min-width: 34rem }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--dim); font-weight: 600 }
details { margin: .75rem 0 } summary { cursor: pointer; padding: .5rem 0; color: var(--leaf) }
.method { display: inline-block; min-width: 4.2em; font: 700 .75em ui-monospace, monospace; color: var(--leaf) }
.method.delete { color: light-dark(#a3341f, #f0a08f) }
`
