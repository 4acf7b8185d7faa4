import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { textParameter } from '../parameters.ts'
import { count, described, text } from '../values.ts'
import { date, listParameter, textOrNull } from './visit-values.ts'

const tag = 'Visits'

const recommendation = z.strictObject({
  name: text,
  why: described(textOrNull, 'The mappings as text; null: not mapped'),
  rank: described(
    z.literal([0, 1, 2]),
    '0: mapped for what is chosen; 1: in another season, or for another crop that suits; 2: not mapped',
  ),
})

const ban = z.strictObject({ from: date, reason: textOrNull })

const supply = z.strictObject({
  crop: text,
  material: text,
  dose: z.optional(z.number()),
  unit: z.optional(text),
  timing: z.optional(text),
  waitingDays: described(z.optional(count), 'Days between the application and the harvest'),
  source: z.optional(text),
  ban: described(z.optional(ban), 'A ban on this crop'),
})

const guard = described(
  z.strictObject({
    supplies: described(
      z.array(supply),
      'The doses of the materials, for the suitable and the chosen crops and those on the fields of the customer',
    ),
    bans: described(z.record(text, ban), 'Banned materials by name'),
    lots: described(
      z.array(z.strictObject({ crop: text, reaping: date })),
      'The crops on the fields of the customer, with the day of reaping',
    ),
  }),
  'What a client needs to warn of advice too close to the harvest, or of a banned material. Advice against such a warning is only stored with an Advice_Reason',
)

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
    guard,
    total: described(
      z.strictObject({ crops: count, materials: count }),
      'The number of all names; those without a mapping are looked up where needed',
    ),
  }),
  answered: 'Mapped crops and materials, best first; total counts all names',
  problems: [404, 422],
})

export const readSlip = endpoint('GET', '/api/v1/visits/:id/slip', {
  may: ['read', 'visit'],
  tag,
  summary: 'What a slip for the farmer is made from; the client writes it in the language of the farmer',
  answer: z.strictObject({
    firm: described(text, 'The name of the first company'),
    customer: text,
    customerLocalName: textOrNull,
    reference: described(text, 'The reference of the visit, or its number'),
    day: date,
    crops: z.array(text),
    materials: z.array(text),
    details: described(textOrNull, 'The doses that were shown at the visit: Advice_Details'),
    next: described(z.nullable(date), 'The day of the next visit'),
    localNames: described(z.record(text, text), 'The second names of crops and materials, by name'),
  }),
  problems: [404, 409],
})

const tallies = z.record(text, z.strictObject({ answers: count, worked: count }))

export const readAdviceResults = endpoint('GET', '/api/v1/advice-results', {
  may: ['read', 'visit'],
  tag,
  summary: 'How often advice worked, by what later visits say about it',
  answer: z.strictObject({
    minAnswers: described(count, 'With fewer answers no share should be shown'),
    material: described(tallies, 'By name: answers, and those that say it worked'),
    crop: tallies,
    season: described(tallies, 'Counts what was said about the crops'),
    soil: tallies,
  }),
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
export type AdviceResults = AnswerOf<typeof readAdviceResults>
export type SlipAnswer = AnswerOf<typeof readSlip>
export type AdviceGaps = AnswerOf<typeof listAdviceGaps>
export type CropGap = z.infer<typeof cropGap>
