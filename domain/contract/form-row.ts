import type { ScreenTile } from '../screens/screen.ts'

export interface FormRow {
  entity: string
  /** The screen's route. */
  route: string
  /** Its label in the Forms menu. */
  menu: string
  heading: string
  /** The heading above it in the Forms menu, which holds for the forms after it as well. */
  section?: string
  /** Its tile of the overview. */
  tile?: ScreenTile
}
