import { expect, it } from 'vitest'
import { messyFiles, rowsOf, tallyCustomers, type MessyFile } from '#testing/files/messy-files.ts'
import { entityNamed } from '../catalogue/catalogue.ts'
import { looseName } from './loose-name.ts'
import { matchColumns, type Match } from './match-columns.ts'

/** Names of records as the masters of a firm have them. */
const known: Record<string, readonly string[]> = {
  city: ['Gondal', 'Rajkot', 'Jetpur', 'Morbi', 'Dhoraji'],
  state: ['GJ', 'Gujarat', 'MH', 'Maharashtra'],
  country: ['IN', 'India'],
  soil: ['Black', 'Red', 'Sandy', 'Alluvial'],
  gst: ['GST 5%', 'GST 18%', 'GST 0.25%'],
  station: ['GON', 'Gondal Station'],
  company: ['DS', 'Dharti Setu'],
}

function match({ entity: name, ...file }: MessyFile): Match[] {
  const entity = entityNamed(name)
  const [headings, ...rows] = rowsOf({ entity: name, ...file }, 200)
  const columns = headings!.map((_, at) => {
    const values = rows.map((row) => row[at]!).filter((value) => value !== '')
    return { values: [...new Set(values)], filled: values.length / rows.length }
  })
  const isKnown = (field: string): ((value: string) => boolean) | undefined => {
    const target = entity.fields[field]?.reference?.entity
    const names = target === undefined ? undefined : known[target]
    if (!names) return undefined
    const { singular } = entityNamed(target!)
    const forms = new Set(names.map((each) => looseName(each, singular)))
    return (value) => forms.has(looseName(value, singular))
  }
  return matchColumns(entity, headings!, new Map(), { columns, isKnown })
}

it.each(messyFiles.map((file) => [file.title, file] as const))('matches %s', (_, file) => {
  const found = match(file)
  const wrong = file.columns.flatMap(([heading, field], at) =>
    found[at]!.field === field ? [] : [`${heading}: ${found[at]!.field}, not ${field}`],
  )
  expect(wrong).toEqual([])
})

it('matches the 24 usual headings of a file of customers by name alone', () => {
  const headings = tallyCustomers.columns.map(([heading]) => heading)
  const found = matchColumns(entityNamed('customer'), headings, new Map())
  expect(found.map(({ field }) => field)).toEqual(tallyCustomers.columns.map(([, field]) => field))
})
