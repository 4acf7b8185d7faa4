import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import { choice } from '../kinds/choice.ts'
import { code } from '../kinds/code.ts'
import { date } from '../kinds/date.ts'
import { number } from '../kinds/number.ts'
import { ref } from '../kinds/ref.ts'
import { text } from '../kinds/text.ts'
import { localName } from '../names/local-name.ts'
import { ban, banNeeds } from './ban.ts'
import { doseUnits, maxWaitingDays } from './dose-choices.ts'
import { retirement } from './retirement.ts'

const optional = { presence: 'optional' } as const

export const crop = entity(
  'crop',
  labels.crop,
  {
    Crop_Code: code('Crop Code', 'CR', 4, { mayBeGiven: true }),
    Crop_Name: text('Crop Name'),
    ...localName,
    Crop_Type1: text('Crop Type 1'),
    Crop_Type2: text('Crop Type 2'),
    Crop_Type3: text('Crop Type 3'),
    Crop_Grade: text('Crop Grade'),
    Crop_Quality: text('Crop Quality'),
    ...retirement,
  },
  { key: 'Crop_Code' },
)

/** A lot repeats the description of its crop: the first field refers to the crop, the others must match it. */
export const cropLot = entity(
  'cropLot',
  labels.cropLot,
  {
    Crop_Name: ref('Crop Name', 'crop.Crop_Name'),
    Crop_Type1: ref('Crop Type 1', 'crop.Crop_Type1', { pairedWith: 'Crop_Name' }),
    Crop_Type2: ref('Crop Type 2', 'crop.Crop_Type2', { pairedWith: 'Crop_Name' }),
    Crop_Type3: ref('Crop Type 3', 'crop.Crop_Type3', { pairedWith: 'Crop_Name' }),
    Crop_Grade: ref('Crop Grade', 'crop.Crop_Grade', { pairedWith: 'Crop_Name' }),
    Crop_Quality: ref('Crop Quality', 'crop.Crop_Quality', { pairedWith: 'Crop_Name' }),
    Crop_Lot_Number: text('Crop Lot Number'),
    Date_Of_Reaping: date('Date Of Reaping'),
    // Whose field it grows on: advice to this customer keeps to the day of reaping.
    Customer_Code: ref('Customer Code', 'customer.Customer_Code', optional),
    ...retirement,
  },
  { key: 'Crop_Lot_Number' },
)

export const soil = entity(
  'soil',
  labels.soil,
  {
    Soil_Code: code('Soil Code', 'SO', 4, { mayBeGiven: true }),
    Soil_Name: text('Soil Name'),
    ...localName,
    ...retirement,
  },
  { key: 'Soil_Code' },
)

export const season = entity(
  'season',
  labels.season,
  {
    Season_Code: code('Season Code', 'SE', 4, { mayBeGiven: true }),
    Season_Name: text('Season Name'),
    ...localName,
    ...retirement,
  },
  { key: 'Season_Code' },
)

export const cropSoilSeasonMapping = entity(
  'cropSoilSeasonMapping',
  labels.cropSoilSeasonMapping,
  {
    Crop_Code: ref('Crop Code', 'crop.Crop_Code'),
    Season_Code: ref('Season Code', 'season.Season_Code'),
    Soil_Code: ref('Soil Code', 'soil.Soil_Code'),
    ...retirement,
  },
  { key: ['Crop_Code', 'Season_Code', 'Soil_Code'], sortedBy: 'Crop_Code' },
)

export const cropMaterialMapping = entity(
  'cropMaterialMapping',
  labels.cropMaterialMapping,
  {
    Crop_Code: ref('Crop Code', 'crop.Crop_Code'),
    Material_Code: ref('Material Code', 'material.materialCode'),
    Dose: number('Dose', { ...optional, min: 0.001, max: 100_000, decimals: 3 }),
    Dose_Unit: choice('Dose Unit', doseUnits, optional),
    Timing: text('Timing', optional),
    // Days between the application and the harvest.
    Waiting_Days: number('Waiting Days', { ...optional, max: maxWaitingDays }),
    Source: text('Source', optional),
    ...ban,
    ...retirement,
  },
  {
    key: ['Crop_Code', 'Material_Code'],
    sortedBy: 'Crop_Code',
    needs: { Dose: 'Dose_Unit', Dose_Unit: 'Dose', ...banNeeds },
  },
)
