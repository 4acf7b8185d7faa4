import type { ReactNode } from 'react'

const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  calendar: 'M5 6h14v13H5zM5 10h14M9 3.5v4M15 3.5v4',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  bin: 'M5 7h14M9 7V4.5h6V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  clock: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4.5l3 2',
  filter: 'M4 6h16M7 12h10M10 18h4',
  search: 'M11 5a6 6 0 100 12 6 6 0 000-12zM15.5 15.5L20 20',
} as const

/** Decorative: the meaning of an icon is always given in text as well. */
export function Icon({ name }: { name: keyof typeof paths }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
