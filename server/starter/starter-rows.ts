import { builtInRoles } from '#domain/access/actor.ts'
import { starterSeasons } from '#domain/visits/season-window.ts'

/** Rows of every new database, because screens refer to them. They can be changed like any other row. */
export const starterRows: readonly (readonly [entity: string, record: Record<string, unknown>])[] = [
  ...Object.entries(builtInRoles).map(
    ([Role_Code, Role_Name]) => ['role', { Role_Code, Role_Name }] as const,
  ),
  ...starterSeasons.labels.map((Season_Name) => ['season', { Season_Name }] as const),
  [
    'crop',
    {
      Crop_Name: 'Wheat',
      Crop_Type1: 'Cereal',
      Crop_Type2: 'Food grain',
      Crop_Type3: 'Rabi',
      Crop_Grade: 'A',
      Crop_Quality: 'FAQ',
    },
  ],
  [
    'crop',
    {
      Crop_Name: 'Maize',
      Crop_Type1: 'Cereal',
      Crop_Type2: 'Food grain',
      Crop_Type3: 'Kharif',
      Crop_Grade: 'A',
      Crop_Quality: 'FAQ',
    },
  ],
  ['material', { materialType: 'fertilizers', materialName: 'Neem Coated Urea' }],
  ['material', { materialType: 'pesticides', materialName: 'Chlorpyrifos 20% EC' }],
]
