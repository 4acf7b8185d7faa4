import { expect, test } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { sectionsOf } from './sections.ts'

test.each(Object.entries(sectionsOf))('the sections of %s hold each of its fields once', (name, sections) => {
  const shown = sections.flatMap(({ fields }) => fields)
  expect(shown.toSorted()).toEqual(Object.keys(entityNamed(name).fields).toSorted())
})
