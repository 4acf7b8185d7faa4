import { contactForm } from '#domain/contract/contact-form.ts'
import { t } from '#domain/messages/t.ts'

// The texts of pages that work without scripts. For the build only.

/** The notice for browsers without JavaScript; undefined for a page that works without. */
export function noScriptNotice(path: string, kind: 'page' | 'frame'): string | undefined {
  if (kind === 'frame') return t('This screen needs JavaScript. Switch it on and load the page again.')
  switch (path) {
    case contactForm.route:
      return t(
        'Sending a message needs JavaScript, which is off in this browser. Switch it on and load the page again.',
      )
    case '/login':
      return t(
        'Logging in needs JavaScript, which is off in this browser. Switch it on and load the page again.',
      )
    case '/register':
      return t(
        'Registering needs JavaScript, which is off in this browser. Switch it on and load the page again.',
      )
    default:
      return undefined
  }
}

/** Shown by the service worker instead of a page that needs the network. */
export const offlineWords = (): Readonly<
  Record<'title' | 'lead' | 'today' | 'outbox' | 'again', string>
> => ({
  title: t('No network'),
  lead: t(
    'This page needs the network. What you recorded on this phone is saved, and sent when the network is back.',
  ),
  today: t('Today'),
  outbox: t('Outbox'),
  again: t('Try again'),
})
