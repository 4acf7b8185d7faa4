import { createBrowserRouter } from 'react-router'
import { loginPath } from '../api/same-site-path.ts'
import { onSessionEnd } from '../api/session.ts'
import { routes } from './routes.tsx'

export const router = createBrowserRouter(routes)

onSessionEnd(() => void router.navigate(loginPath(router.state.location)))
