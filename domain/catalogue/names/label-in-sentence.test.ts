import { expect, it } from 'vitest'
import { entityNamed } from '../catalogue.ts'
import { labelInSentence, wordFor } from './label-in-sentence.ts'

it('writes labels small within a sentence, except abbreviations', () => {
  expect(labelInSentence(entityNamed('country').plural)).toBe('countries')
  expect(labelInSentence(entityNamed('gst').singular)).toBe('GST')
  expect([1, 2].map((count) => wordFor(entityNamed('cropLot'), count))).toEqual(['crop lot', 'crop lots'])
})
