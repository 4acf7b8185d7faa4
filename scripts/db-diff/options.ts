import type { Operation } from '#server/store/schema/operations.ts'
import type { Intentions } from '#server/store/schema/schema-diff.ts'

export interface DiffOptions extends Required<Intentions> {
  /** The name of the migration; undefined if none was given. */
  name: string | undefined
  /** Whether to report a difference as an error instead of writing it. */
  check: boolean
}

/** Reads `add-village --fill city.pin_code=000000 --rename-column city.pin=pin_code`; renames keep their order. */
export function readOptions(words: readonly string[]): DiffOptions {
  const renames: Operation[] = []
  const drops: string[] = []
  const steps: string[] = []
  let stopsOlder: string | undefined
  const fill: Intentions['fill'] & object = {}
  let name: string | undefined
  let check = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!word.startsWith('--')) {
      if (name !== undefined) throw new Error(`A migration has one name, not ${name} and ${word}`)
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))
        throw new Error('Name the migration in kebab-case: npm run db:diff -- add-village')
      name = word
      continue
    }
    if (word === '--check') {
      check = true
      continue
    }
    const value = words[++at] ?? ''
    const [, table = '', column = '', to = ''] = /^(\w+)(?:\.(\w+))?(?:=(.*))?$/s.exec(value) ?? []
    const demand = (isRight: boolean, example: string): void => {
      if (!isRight) throw new Error(`${word} should look like ${word} ${example}`)
    }
    const isName = /^[a-z]\w*$/.test(to)
    if (word === '--fill') {
      demand(column !== '' && value.includes('='), 'table.column=value')
      fill[table] = { ...fill[table], [column]: /^-?\d+$/.test(to) ? Number(to) : to }
    } else if (word === '--rename-column') {
      demand(column !== '' && isName, 'table.old_name=new_name')
      renames.push({ change: 'rename column', table, column, to })
    } else if (word === '--rename-table') {
      demand(column === '' && table !== '' && isName, 'old_name=new_name')
      renames.push({ change: 'rename table', table, to })
    } else if (word === '--drop-column') {
      demand(column !== '' && !value.includes('='), 'table.column')
      drops.push(value)
    } else if (word === '--drop-table') {
      demand(table !== '' && value === table, 'table')
      drops.push(value)
    } else if (word === '--step') {
      demand(/^[a-z0-9-]+$/.test(value), 'name-of-a-data-step')
      steps.push(value)
    } else if (word === '--stop-older') {
      demand(value.includes(' '), '"what would be wrong beside an older version"')
      stopsOlder = value
    } else throw new Error(`There is no option ${word}`)
  }
  return { name, check, renames, drops, fill, steps, stopsOlder }
}
