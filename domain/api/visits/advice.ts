import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { textParameter } from '../parameters.ts'
import { count, described, text } from '../values.ts'
import { listParameter, textOrNull } from './visit-values.ts'

const tag = 'Visits'

const recommendation = z.strictObject({
  name: text,
  why: described(textOrNull, 'The mappings as text; null: not mapped'),
  rank: described(
    z.literal([0, 1, 2]),
    '0: mapped for what is chosen; 1: in another season, or for another crop that suits; 2: not mapped',
  ),
})

export const readAdvice = endpoint('GET', '/api/v1/customers/:code/advice', {
  may: ['read', 'customer'],
  tag,
  summary: 'Crops and materials advised for a customer, by soil, season and chosen crops',
  query: z.object({
    season: described(
      z.optional(textParameter('season').check(z.trim())),
      'A Season Name; without one, crops of the current season come first',
    ),
    crops: described(listParameter(z.array(text)), 'Chosen Crop Names; can be repeated'),
  }),
  answer: z.strictObject({
    soil: textOrNull,
    season: described(textOrNull, 'The chosen season'),
    crops: z.array(recommendation),
    materials: z.array(recommendation),
    gaps: described(z.array(text), 'Crops that suit and have no material'),
    total: described(
      z.strictObject({ crops: count, materials: count }),
      'The number of all names; those without a mapping are looked up where needed',
    ),
  }),
  answered: 'Mapped crops and materials, best first; total counts all names',
  problems: [404, 422],
})

const cropGap = z.strictObject({
  Crop_Code: text,
  Crop_Name: text,
  Suits: described(z.array(text), 'The soils and seasons it is mapped to: "Black Cotton · Winter"'),
  customers: described(count, 'The number of customers with a suitable soil'),
})

export const listAdviceGaps = endpoint('GET', '/api/v1/advice-gaps', {
  may: ['read', 'cropMaterialMapping'],
  tag,
  summary: 'Missing mappings: crops without a material, soils of customers without a crop',
  answer: z.strictObject({
    crops: z.array(cropGap),
    soils: z.array(z.strictObject({ Soil_Code: text, Soil_Name: text, customers: count })),
  }),
  answered: 'Most customers first',
})

export type CustomerAdvice = AnswerOf<typeof readAdvice>
export type AdviceQuery = QueryOf<typeof readAdvice>
export type Recommendation = z.infer<typeof recommendation>
export type AdviceGaps = AnswerOf<typeof listAdviceGaps>
export type CropGap = z.infer<typeof cropGap>
