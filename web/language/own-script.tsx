import { useEffect, type ReactNode } from 'react'
import { loadCode } from '../ui/load-code.ts'

/** A name in a script that may not be that of the page, with a font for it where the device has none. */
export function OwnScript({ children }: Readonly<{ children: string }>): ReactNode {
  useEffect(() => {
    // Without its code, the name is in the fonts of the device.
    void loadCode(() => import('./load-fonts.ts')).then(
      ({ showNamesInFonts }) => showNamesInFonts(),
      () => undefined,
    )
  }, [])
  return <bdi>{children}</bdi>
}
