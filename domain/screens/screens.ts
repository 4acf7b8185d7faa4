import { adminForms } from '../contract/admin-forms.ts'
import { contactForm } from '../contract/contact-form.ts'
import type { FormRow } from '../contract/form-row.ts'
import { forms } from '../contract/forms.ts'
import { adminScreens } from './admin-screens.ts'
import { dataScreens } from './data-screens.ts'
import { fieldScreens } from './field-screens.ts'
import { furtherNeeds } from './further-needs.ts'
import { headerDetails } from './header-details.ts'
import { headerScreens } from './header-screens.ts'
import { workScreens } from './work-screens.ts'
import type { Screen, ScreenArea, Screens } from './screen.ts'

// A path that is declared twice would be lost here without a word; a test compares the number of entries.
const declared = {
  ...headerScreens,
  ...headerDetails,
  ...workScreens,
  ...fieldScreens,
  ...dataScreens,
  ...adminScreens,
} as const satisfies Screens

type DeclaredScreens = typeof declared
type ScreenPath = keyof DeclaredScreens

/** The routes of an area that are not forms. A record with these keys has the code of every screen and of no other. */
export type RouteIn<Area extends ScreenArea> = {
  [Path in ScreenPath]: DeclaredScreens[Path] extends { area: Area }
    ? DeclaredScreens[Path] extends { shownBy: infer Route extends string }
      ? Route
      : Path
    : never
}[ScreenPath]

export interface ScreenEntry extends Screen {
  path: string
  /** The row of the contract, when the screen is a form. */
  form?: FormRow
  /** The heading of its forms in a menu. */
  section?: string
}

const formEntry = (
  form: FormRow,
  rest: Pick<ScreenEntry, 'area' | 'icon' | 'needs' | 'needsOneOf' | 'restricts' | 'section'>,
): ScreenEntry => ({
  path: form.route,
  label: form.menu,
  keywords: form.heading,
  group: 'masters',
  form,
  ...(form.tile && { tile: form.tile }),
  ...rest,
})

/** A heading holds for the forms after it as well. */
const sectionAt = (at: number): string | undefined =>
  forms.slice(0, at + 1).findLast(({ section }) => section !== undefined)?.section

const formEntries: readonly ScreenEntry[] = [
  ...forms.map((form, at) => {
    const section = sectionAt(at)
    return formEntry(form, {
      ...(section !== undefined && { section }),
      area: form === contactForm ? 'public' : 'office',
      needsOneOf: [
        ['read', form.entity],
        ['create', form.entity],
      ],
      // The contact form is public.
      ...(form !== contactForm && { restricts: form.entity }),
    })
  }),
  ...adminForms.map((form) =>
    formEntry(form, { area: 'admin', icon: 'services', needs: [['update', form.entity]] }),
  ),
]

function withFurtherNeeds(path: string, { needs }: Screen): Pick<Screen, 'needs' | 'isForWholeFirm'> {
  const further = furtherNeeds[path]
  return further ? { ...further, needs: [...(needs ?? []), ...(further.needs ?? [])] } : {}
}

/** Every screen: first the forms of the contract, then the others. */
export const screens: readonly ScreenEntry[] = [
  ...formEntries,
  ...Object.entries<Screen>(declared).map(([path, screen]) => ({
    path,
    ...screen,
    ...withFurtherNeeds(path, screen),
  })),
]

/** The tiles of the overview, in their order. */
export const tiles: readonly ScreenEntry[] = screens
  .filter(({ tile }) => tile)
  .toSorted((one, other) => one.tile!.position - other.tile!.position)
