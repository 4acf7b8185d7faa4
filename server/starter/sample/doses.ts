import { filled, readTable } from '#domain/reference/table.ts'

/** Doses as labels and the packages of practices of the universities state them; fertilizers have no waiting days. */
export const doses = readTable(
  ['crop', 'material', 'dose', 'unit', 'timing', 'waiting', 'source'],
  `
Wheat|Neem Coated Urea|45|kg per acre|Half at sowing, half with the first irrigation at 21 days||AAU package of practices
Wheat|DAP 18:46:0|50|kg per acre|At sowing, deeper than the seeds||AAU package of practices
Wheat|Zinc Sulphate 21%|10|kg per acre|At the last ploughing||AAU package of practices
Wheat|Chlorpyrifos 20% EC|4|ml per kg of seed|Seed treatment, the evening before sowing|120|Label
Maize|Neem Coated Urea|50|kg per acre|In three parts: sowing, knee height, tasselling||AAU package of practices
Maize|DAP 18:46:0|50|kg per acre|At sowing||AAU package of practices
Maize|Emamectin Benzoate 5% SG|0.4|g per litre of water|When fall armyworm is seen in the whorl|15|Label
Cotton|Neem Coated Urea|50|kg per acre|At 30, 60 and 90 days||NAU package of practices
Cotton|NPK 10:26:26|60|kg per acre|At sowing||NAU package of practices
Cotton|Imidacloprid 17.8% SL|0.3|ml per litre of water|Against aphids and jassids, at most twice|26|Label
Cotton|Pendimethalin 30% EC|1|litre per acre|Within 48 hours after sowing||Label
Cotton|Monocrotophos 36% SL|1.5|ml per litre of water||45|Old label
Groundnut|Single Super Phosphate 16%|100|kg per acre|At sowing||JAU package of practices
Groundnut|Chlorpyrifos 20% EC|25|ml per kg of seed|Seed treatment against white grub|20|Label
Groundnut|Mancozeb 75% WP|2.5|g per litre of water|When leaf spot begins, again after 15 days|20|Label
Castor|Emamectin Benzoate 5% SG|0.4|g per litre of water|Against capsule borer|20|Label
Mustard|Single Super Phosphate 16%|100|kg per acre|At sowing||SDAU package of practices
Mustard|Neem Coated Urea|45|kg per acre|Half at sowing, half at 30 days||SDAU package of practices
Mustard|Imidacloprid 17.8% SL|0.5|ml per litre of water|When aphids are above 25 on a shoot|21|Label
Soybean|Emamectin Benzoate 5% SG|0.4|g per litre of water|Against pod borer|14|Label
Cumin|Mancozeb 75% WP|2.5|g per litre of water|From 40 days, every 10 days against blight|20|SDAU package of practices
Gram|Emamectin Benzoate 5% SG|0.4|g per litre of water|At 50 % flowering against pod borer|14|Label
Pigeon Pea|Emamectin Benzoate 5% SG|0.4|g per litre of water|At flowering and pod setting|14|Label
Sugarcane|Chlorpyrifos 20% EC|2|litre per acre|On the setts at planting, against termites|180|Label
Onion|Mancozeb 75% WP|2.5|g per litre of water|Against purple blotch, every 10 days|10|Label`,
).map((row) => ({
  crop: filled(row.crop),
  material: filled(row.material),
  values: {
    Dose: Number(row.dose),
    Dose_Unit: filled(row.unit),
    Timing: row.timing,
    Waiting_Days: row.waiting === null ? null : Number(row.waiting),
    Source: row.source,
  },
}))

/** A material that old dealers still have on the shelf. */
export const bannedMaterial = {
  materialType: 'pesticides',
  materialName: 'Monocrotophos 36% SL',
  Banned_From: '2024-10-01',
  Ban_Reason: 'Prohibited by the Insecticides (Prohibition) Order, 2023',
}

/** Crops that stand on the fields of customers: customer, crop, lot number, days until reaping. */
export const lotsOnFields = readTable(
  ['customer', 'crop', 'number', 'days'],
  `
C1001|Mustard|UNJ-RAI-0061|12
C1002|Mustard|DSA-RAI-0007|18
C1003|Cotton|GON-KAPAS-0093|9
C1007|Mustard|PTN-RAI-0012|45
C1012|Wheat|PET-GHAU-0022|88
C1004|Onion|LSG-KANDA-0344|30
C1006|Cotton|AKL-KAPUS-0018|14`,
).map((lot) => ({
  Crop_Name: filled(lot.crop),
  Crop_Lot_Number: filled(lot.number),
  Customer_Code: filled(lot.customer),
  days: Number(lot.days),
}))
