import type { ReactNode } from 'react'

const paths = {
  today: 'M5 6h14v13H5zM5 10h14M9 3.5v4M15 3.5v4M9 14.5l2 2 4-4',
  near: 'M12 21s-6.500-6-6.500-11a6.500 6.500 0 1113 0c0 5-6.500 11-6.500 11zM12 12.200a2.200 2.200 0 100-4.400 2.200 2.200 0 000 4.400z',
  find: 'M11 5a6 6 0 100 12 6 6 0 000-12zM15.500 15.500L20 20',
  outbox: 'M4 13l2.500-8h11L20 13v6H4zM4 13h5a3 3 0 006 0h5',
  call: 'M6.500 4h3l1.500 4-2 1.500a11 11 0 005.500 5.500l1.500-2 4 1.500v3a2 2 0 01-2 2A16 16 0 014.500 6a2 2 0 012-2z',
  navigate: 'M20 4L4 10.500l6.500 3L13.500 20z',
  record: 'M5 4h14v16H5zM8.500 12.500l2.500 2.500 4.500-5',
  plan: 'M5 6h14v13H5zM5 10h14M9 3.500v4M15 3.500v4M12 12v5M9.500 14.500h5',
  camera: 'M4 8h4l1.500-2.500h5L16 8h4v11H4zM12 16.500a3.200 3.200 0 100-6.400 3.200 3.200 0 000 6.400z',
} as const

type FieldIconName = keyof typeof paths

export const isFieldIcon = (name: string): name is FieldIconName => name in paths

/** Icons of the field screens, which the public pages do not load. Decorative: the meaning is always given in text. */
export function FieldIcon({ name }: { name: FieldIconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
