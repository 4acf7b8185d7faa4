import { describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { sectionsOf } from './sections.ts'

/** All but those that an action of their own sets. */
const editableAndGenerated = (name: string): string[] =>
  Object.entries(entityNamed(name).fields).flatMap(([field, { byAction }]) => (byAction ? [] : [field]))

describe.each(Object.entries(sectionsOf()))('the form of %s', (name, sections) => {
  const declared = editableAndGenerated(name)

  it('contains every field once', () => {
    expect(sections.flatMap(({ fields }) => fields).toSorted()).toEqual(declared.toSorted())
  })

  it.each(sections)('keeps the order of the specification under “$legend”', ({ fields }) => {
    expect(fields).toEqual(declared.filter((field) => fields.includes(field)))
  })
})
