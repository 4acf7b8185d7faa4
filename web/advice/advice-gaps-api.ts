import type { AdviceGaps } from '#domain/api/visits/advice.ts'
import { readOr } from '../api/read.ts'

export const listAdviceGaps = (signal: AbortSignal): Promise<AdviceGaps> =>
  readOr<AdviceGaps>('/api/v1/advice-gaps', { crops: [], soils: [] }, { signal })
