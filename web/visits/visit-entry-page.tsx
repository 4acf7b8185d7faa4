import type { RouteObject } from 'react-router'
import { Page } from '../ui/page.tsx'

export const visitEntryRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <Page heading="Visit Entry" />,
}
