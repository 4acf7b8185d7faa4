import { entityNamed, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { Names } from '#domain/lists/names.ts'
import type { Context } from '../core/context.ts'
import { referenceNames } from '../records/reference-names.ts'

/** The second names of the seasons, crops and materials of these visits, which hold the usual ones. */
export const secondNamesOf = (ctx: Context, visits: readonly RecordNamed<'visit'>[]): Promise<Names> =>
  referenceNames(
    ctx,
    entityNamed('visit'),
    visits.map(({ Season_Recommendation, New_Recommended_Crops, New_Recommended_Materials }) => ({
      Season_Recommendation,
      New_Recommended_Crops,
      New_Recommended_Materials,
    })),
  )
