import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { contactForm } from '#domain/contract/contact-form.ts'
import { guardedPages, parameterPages } from '#domain/screens/pages.ts'
import { guardedRoutesAt } from './routes.tsx'

it('finds the routes of every screen behind the log-in by its path', async () => {
  for (const path of [...guardedPages, ...parameterPages]) {
    if (path === contactForm.route) continue
    const parts = await Promise.all(guardedRoutesAt(path).map((load) => load()))
    expect(matchRoutes(parts.flat(), path), path).not.toBeNull()
  }
})
