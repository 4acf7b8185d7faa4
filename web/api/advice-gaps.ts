import { readOr } from './read.ts'

export interface AdviceGaps {
  crops: { Crop_Code: string; Crop_Name: string; Suits: string[]; customers: number }[]
  soils: { Soil_Code: string; Soil_Name: string; customers: number }[]
}

export const listAdviceGaps = (signal: AbortSignal): Promise<AdviceGaps> =>
  readOr<AdviceGaps>('/api/v1/advice-gaps', { crops: [], soils: [] }, { signal })
