import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { loadServices } from './api/services.ts'
import { AuthProvider } from './api/use-auth.tsx'
import { router } from './app/router.ts'

void loadServices()

// Each page brings a title of its own, and of two the browser takes the first.
document.querySelector('title')?.remove()

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </StrictMode>,
)
