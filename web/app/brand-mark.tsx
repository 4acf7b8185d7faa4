import type { ReactNode } from 'react'

/** A seedling; its colours follow the theme (see layout.css). */
export function BrandMark(): ReactNode {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path className="brand-stem" d="M16 26V13" />
      <path d="M16 15c0-5 3.500-8 9-8 0 5.500-3.500 8-9 8zM16 20c0-4-3-6.500-8-6.500 0 4.500 3 6.500 8 6.500z" />
    </svg>
  )
}
