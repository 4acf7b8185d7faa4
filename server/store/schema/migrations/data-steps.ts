import { addPlaceIds } from '../../places/place-ids.ts'
import type { DataSteps } from '../data-steps.ts'
import { rebuildOldSearchText, rebuildSearchText } from '../rebuild-search-text.ts'

/** The data steps that the migrations of this folder name. One that a released migration names is never removed. */
export const dataSteps: DataSteps = {
  'rebuild-old-search-text': rebuildOldSearchText,
  'add-place-ids': addPlaceIds,
  'rebuild-search-text': rebuildSearchText,
}
