import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import './reading.css'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

export const AboutPage = (): ReactNode => (
  <Page heading={t('About')}>
    <div className="about">
      <div className="prose">
        <p>
          {t(
            'We supply seed, nutrients and crop protection to growers in western India, and we buy the crops they reap. Between the two lies a season, and that is where most of our work is done: in the field.',
          )}
        </p>
        <p>
          {t(
            'Every grower is visited at an interval that suits the crop. What was advised, what was used and what came of it is written down, so that the next visit begins where the last one ended.',
          )}
        </p>
        <p>
          <RichText
            message="AgriDesk is the desk behind those visits. If you grow something, or need something to grow it with, <link>write to us</link>."
            tags={{ link: (text) => <Link to="/contact">{text}</Link> }}
          />
        </p>
      </div>
      <div className="about-picture" aria-hidden="true" />
    </div>
  </Page>
)
