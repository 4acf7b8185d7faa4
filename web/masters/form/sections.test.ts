import { describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { sectionsOf } from './sections.ts'

describe.each(Object.entries(sectionsOf()))('the form of %s', (name, sections) => {
  const declared = Object.keys(entityNamed(name).fields)

  it('contains every field once', () => {
    expect(sections.flatMap(({ fields }) => fields).toSorted()).toEqual(declared.toSorted())
  })

  it.each(sections)('keeps the order of the specification under “$legend”', ({ fields }) => {
    expect(fields).toEqual(declared.filter((field) => fields.includes(field)))
  })
})
