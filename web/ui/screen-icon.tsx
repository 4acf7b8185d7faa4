import type { ReactNode } from 'react'
import type { ScreenIcon as Name } from '#domain/screens/screen.ts'

const sheet = 'M6 4h12v16H6z'
const head = 'M9 5.500a3 3 0 100 6 3 3 0 000-6zM3.500 19a5.500 5.500 0 0111 0'
const month = 'M5 6h14v13H5zM5 10h14M9 3.500v4M15 3.500v4'

const paths: Readonly<Record<Name, string>> = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  today: `${month}M9 14.500l2 2 4-4`,
  planner: 'M4 7l1.500 1.500L8 6M4 17l1.500 1.500L8 16M11 7h9M11 12h9M11 17h9',
  calendar: `${month}M9 14h.010M12 14h.010M15 14h.010`,
  route:
    'M6.500 15a2.500 2.500 0 100 5 2.500 2.500 0 000-5zM17.500 4a2.500 2.500 0 100 5 2.500 2.500 0 000-5zM9 17.500h6a3 3 0 000-6H9a3 3 0 010-6h6',
  entry: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  visits: `${sheet}M9 12.500l2 2 4-4.500`,
  pin: 'M12 21s-6.500-6-6.500-11a6.500 6.500 0 1113 0c0 5-6.500 11-6.500 11zM12 12a2 2 0 100-4 2 2 0 000 4z',
  customers: `${head}M16 6a2.800 2.800 0 010 5.500M17.500 14.500a5 5 0 013 4.500`,
  proposals: 'M4 13l2.500-8h11L20 13v6H4zM4 13h5a3 3 0 006 0h5',
  money: 'M7 5h10M7 9h10M7 5h3.500a4 4 0 010 8H7l7 7',
  handover: 'M4 8h13l-3.500-3.500M20 16H7l3.500 3.500',
  tree: 'M9 4h6v4H9zM3.500 16h6v4h-6zM14.500 16h6v4h-6zM12 8v4M6.500 16v-4h11v4',
  gaps: 'M12 20V11M12 14c-4 0-6.500-2.500-6.500-7 4 0 6.500 2.500 6.500 7zM12 11c0-4 2.500-6 6.500-6 0 4-2.500 6-6.500 6z',
  lists: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14',
  import: 'M12 4v11M7.500 11l4.500 4.500 4.500-4.500M4 19.500h16',
  duplicates: 'M8 8h12v12H8zM16 8V4H4v12h4',
  quality: 'M12 3.500l7 2.500v6c0 4.500-3 7.500-7 8.500-4-1-7-4-7-8.500V6zM9 12l2.200 2.200L15.500 10',
  changes: 'M12 4l8 4.500-8 4.500-8-4.500zM4 13l8 4.500 8-4.500',
  bin: 'M5 7h14M9 7V4.500h6V7M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  overview: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  tools: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  users: `${head}M17 8v6M14 11h6`,
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  globe: 'M12 4a8 8 0 100 16 8 8 0 000-16zM4 12h16M12 4c-5 5-5 11 0 16M12 4c5 5 5 11 0 16',
  holidays: `${month}M10 13l4 4M14 13l-4 4`,
  reference:
    'M12 7c-2-1.500-4.500-2-8-2v13c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2V5c-3.500 0-6 .5-8 2zM12 7v13',
  codes: 'M9.500 4l-2 16M16.500 4l-2 16M4.500 9h16M3.500 15h16',
  key: 'M8 10a4 4 0 100 8 4 4 0 000-8zM11 11.500L19 4M16 7l3 3',
  history: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4.500l3 2',
  send: 'M4 12l16-8-5 16-4-7zM11 13l9-9',
  plug: 'M9 3.500V8M15 3.500V8M6 8h12v3a6 6 0 01-12 0zM12 17v4',
  phone: 'M8 3h8v18H8zM11 18h2',
  services: 'M4 4h8l8 8-8 8-8-8zM8.500 8.500h.010',
}

/** The icon of a screen, which public pages do not load. Decorative: its label is beside it. */
export function ScreenIcon({ name }: { name: Name }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
