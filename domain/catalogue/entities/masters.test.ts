import { expect, it } from 'vitest'
import { adminForms } from '../../contract/admin-forms.ts'
import { forms } from '../../contract/forms.ts'
import { catalogue } from '../catalogue.ts'
import { masterNamed, masters } from './masters.ts'
import { referencesOf } from '../entity.ts'

it('has every entity with a form, and no other', () => {
  const withForm = [...forms, ...adminForms].map(({ entity }) => entity)
  expect(
    Object.values(masters)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(withForm.toSorted())
})

it('has every entity that a field refers to', () => {
  for (const { reference } of catalogue.flatMap(referencesOf))
    expect(masterNamed(reference.entity).fields).toHaveProperty(reference.field)
})
