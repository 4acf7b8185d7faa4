import type { ReactNode } from 'react'

const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  calendar: 'M5 6h14v13H5zM5 10h14M9 3.500v4M15 3.500v4',
  search: 'M11 5a6 6 0 100 12 6 6 0 000-12zM15.500 15.500L20 20',
} as const

/** Decoration beside words; what an icon means is always said in text as well. */
export function Icon({ name }: { name: keyof typeof paths }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
