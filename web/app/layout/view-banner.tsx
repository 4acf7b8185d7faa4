import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { viewKey, viewedAs } from '../../api/session.ts'
import './view-banner.css'
import { Button } from '../../ui/button.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../../messages/rich-text.tsx'

/** Shows on every page which account an administrator views as, with a button to stop. */
export function ViewBanner(): ReactNode {
  const viewed = viewedAs() ?? ''
  const stop = (): void => {
    sessionStorage.removeItem(viewKey)
    location.assign('/admin/users')
  }
  return createPortal(
    <section className="view-banner" aria-label={t('Viewing as another account')}>
      <p>
        <RichText
          message="You are viewing as <strong>{name}</strong>. Nothing can be changed in this view."
          values={{ name: viewed.slice(viewed.indexOf(' ') + 1) }}
          tags={{ strong: (text) => <strong>{text}</strong> }}
        />
      </p>
      <Button onClick={stop}>{t('Stop')}</Button>
    </section>,
    document.body,
  )
}
