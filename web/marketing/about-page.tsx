import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'

export const AboutPage = (): ReactNode => <Page heading="About" />
