import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What a compatible engine may lack: functions and catalogues of PostgreSQL, and clauses beyond standard SQL. */
const notable = new RegExp(
  [
    String.raw`\bpg_\w+(?=\()`,
    String.raw`\b(?:pg_trgm|gin_trgm_ops|pg_stat_archiver|reltuples|xid8|plpgsql|plan_cache_mode|normalize(?=\())\b`,
    String.raw`\bjsonb?_\w+(?=\()`,
    String.raw`\b(?:deferrable|set constraints|generated always|create trigger|with recursive|on conflict|repeatable read)\b`,
    String.raw`\bfor (?:no key )?(?:update|share)\b(?= of|;|'|$)`,
    String.raw`\b(?:statement|lock|idle_in_transaction_session)_timeout\b`,
    String.raw`\bskip locked\b|\bpg_notify\b|\bserializable\b|\block table\b|\bexclude using\b|\bctid\b`,
    String.raw`\bcopy (?=\$\{quote)`,
    String.raw`\bund-x-icu\b`,
  ].join('|'),
  'gm',
)

const isOfPostgres = (file: string): boolean =>
  !file.endsWith('.test.ts') && !file.startsWith('server/store/sqlite/')

function usedFeatures(): Set<string> {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(isOfPostgres)
  const found = files.flatMap((file) => [...readFileSync(`${root}${file}`, 'utf8').matchAll(notable)])
  return new Set(found.map(([text]) => text.trim()))
}

function documentedFeatures(): Set<string> {
  const [, section = ''] = readFileSync(`${root}docs/scale.md`, 'utf8').split(/^## /m)
  const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!)
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)))
}

test('docs/scale.md lists the features of PostgreSQL that the server uses, and no others', () => {
  expect([...documentedFeatures()].toSorted()).toEqual([...usedFeatures()].toSorted())
})
