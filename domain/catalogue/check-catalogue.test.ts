import { expect, test } from 'vitest'
import { checkCatalogue } from './check-catalogue.ts'
import { entity } from './entity.ts'
import { ref } from './kinds/ref.ts'
import { text } from './kinds/text.ts'

const town = entity('town', ['Town', 'Towns'], { Town_Code: text('Town Code') }, { key: 'Town_Code' })
const well = (target: string, options = {}): ReturnType<typeof entity> =>
  entity('well', ['Well', 'Wells'], { Town: ref('Town', target, options) })

test('the catalogue of the product is valid', () => {
  expect(() => checkCatalogue()).not.toThrow()
})

test.each([
  ['an entity declared twice', [town, town], 'town is declared twice'],
  ['a key that is no field', [entity('a', ['A', 'As'], {}, { key: 'X' })], 'a has no field X'],
  ['a reference to nothing', [well('town.Town_Code')], 'well.Town refers to town.Town_Code'],
  ['a reference to no field', [town, well('town.Name')], 'well.Town refers to town.Name'],
  ['a pair without the other', [town, well('town.Town_Code', { pairedWith: 'Z' })], 'is paired with Z'],
])('%s throws an error that names the field', (_, entities, sentence) => {
  expect(() => checkCatalogue(entities)).toThrow(sentence)
})
