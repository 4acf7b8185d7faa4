import { listed, filled, readTable } from '#domain/reference/table.ts'

/**
 * Wheat and Maize are starter rows of every database; they are repeated here because lots and mappings refer to them.
 */
export const crops = readTable(
  ['Crop_Name', 'Crop_Type1', 'Crop_Type2', 'Crop_Type3', 'Crop_Grade', 'Crop_Quality'],
  `
Wheat|Cereal|Food grain|Rabi|A|FAQ
Maize|Cereal|Food grain|Kharif|A|FAQ
Cotton|Fibre|Cash crop|Kharif|Shankar-6|29 mm staple
Groundnut|Oilseed|Bold|Kharif|G-20|Bold 50/60
Castor|Oilseed|Industrial|Kharif|A|48% oil
Mustard|Oilseed|Food grain|Rabi|A|42% oil
Soybean|Oilseed|Pulse oilseed|Kharif|A|FAQ
Cumin|Spice|Seed spice|Rabi|Singapore|99% pure
Bajra|Cereal|Millet|Kharif|A|FAQ
Paddy|Cereal|Food grain|Kharif|Gujarat-17|Fine
Gram|Pulse|Food grain|Rabi|Desi|FAQ
Pigeon Pea|Pulse|Food grain|Kharif|White|FAQ
Sugarcane|Sugar|Cash crop|Annual|Co-86032|10.5% recovery
Onion|Vegetable|Bulb|Rabi|Garva|55 mm`,
)

export const soils = [
  'Black Cotton',
  'Medium Black',
  'Alluvial',
  'Sandy Loam',
  'Red',
  'Laterite',
  'Saline Alkaline',
].map((Soil_Name) => ({ Soil_Name }))

/** The first of each type is a starter row, like the two crops. */
export const materials = readTable(
  ['materialType', 'materialName'],
  `
fertilizers|Neem Coated Urea
pesticides|Chlorpyrifos 20% EC
fertilizers|DAP 18:46:0
fertilizers|NPK 10:26:26
fertilizers|Muriate of Potash 60%
fertilizers|Single Super Phosphate 16%
fertilizers|Zinc Sulphate 21%
pesticides|Imidacloprid 17.8% SL
pesticides|Mancozeb 75% WP
pesticides|Pendimethalin 30% EC
pesticides|Emamectin Benzoate 5% SG`,
)

/** The crops that suit each soil and season, from the advisory bulletins of the two states. */
export const soilSeasonCrops = readTable(
  ['crop', 'season', 'soils'],
  `
Wheat|Winter|Black Cotton, Medium Black, Alluvial
Maize|Monsoon|Medium Black, Alluvial, Red
Maize|Winter|Alluvial, Sandy Loam
Maize|Spring|Alluvial, Medium Black
Cotton|Monsoon|Black Cotton, Medium Black, Alluvial
Groundnut|Monsoon|Sandy Loam, Medium Black, Red
Groundnut|Summer|Sandy Loam, Medium Black
Castor|Monsoon|Sandy Loam, Saline Alkaline, Red
Mustard|Winter|Sandy Loam, Alluvial, Saline Alkaline
Soybean|Monsoon|Black Cotton, Medium Black
Cumin|Winter|Sandy Loam, Medium Black
Bajra|Monsoon|Sandy Loam, Saline Alkaline, Red
Bajra|Summer|Sandy Loam, Alluvial
Paddy|Monsoon|Alluvial, Laterite, Black Cotton
Paddy|Summer|Alluvial
Gram|Winter|Black Cotton, Medium Black
Pigeon Pea|Monsoon|Black Cotton, Medium Black, Red
Sugarcane|Spring|Black Cotton, Medium Black, Alluvial
Sugarcane|Winter|Medium Black, Alluvial
Onion|Winter|Medium Black, Alluvial, Red
Onion|Summer|Medium Black, Red`,
).map((row) => ({ crop: filled(row.crop), season: filled(row.season), soils: listed(row.soils) }))

export const cropMaterials = readTable(
  ['crop', 'materials'],
  `
Wheat|Neem Coated Urea, DAP 18:46:0, Zinc Sulphate 21%, Chlorpyrifos 20% EC
Maize|Neem Coated Urea, DAP 18:46:0, Zinc Sulphate 21%, Emamectin Benzoate 5% SG
Cotton|Neem Coated Urea, NPK 10:26:26, Imidacloprid 17.8% SL, Pendimethalin 30% EC, Monocrotophos 36% SL
Groundnut|Single Super Phosphate 16%, Chlorpyrifos 20% EC, Mancozeb 75% WP
Castor|DAP 18:46:0, Neem Coated Urea, Emamectin Benzoate 5% SG
Mustard|Single Super Phosphate 16%, Neem Coated Urea, Imidacloprid 17.8% SL
Soybean|Single Super Phosphate 16%, Pendimethalin 30% EC, Emamectin Benzoate 5% SG
Cumin|DAP 18:46:0, Mancozeb 75% WP
Bajra|Neem Coated Urea, DAP 18:46:0
Paddy|Neem Coated Urea, Zinc Sulphate 21%, Muriate of Potash 60%
Gram|DAP 18:46:0, Emamectin Benzoate 5% SG
Pigeon Pea|DAP 18:46:0, Emamectin Benzoate 5% SG
Sugarcane|Neem Coated Urea, Muriate of Potash 60%, NPK 10:26:26, Chlorpyrifos 20% EC
Onion|NPK 10:26:26, Mancozeb 75% WP, Pendimethalin 30% EC`,
).map((row) => ({ crop: filled(row.crop), materials: listed(row.materials) }))

/** Lots in the warehouses: crop, lot number, days since reaping. */
export const lots = readTable(
  ['crop', 'number', 'daysAgo'],
  `
Cumin|UNJ-JEERA-0114|212
Cumin|UNJ-JEERA-0127|205
Castor|UNJ-ERANDA-0031|168
Mustard|UNJ-RAI-0058|226
Groundnut|GON-MAGFALI-0212|24
Groundnut|GON-MAGFALI-0219|17
Cotton|GON-KAPAS-0087|12
Wheat|GON-GHAU-0164|231
Onion|LSG-KANDA-0301|196
Onion|LSG-KANDA-0318|188
Soybean|AKL-SOYA-0045|31
Pigeon Pea|AKL-TUR-0009|289`,
).map((lot) => ({ crop: filled(lot.crop), number: filled(lot.number), daysAgo: Number(lot.daysAgo) }))
