import { contactForm } from '#domain/contract/contact-form.ts'
import type { PublicPath } from '#domain/screens/public-pages.ts'
import { t } from '#domain/messages/t.ts'

/** The head of a page, for search engines and link previews. For the build only. */
interface PageHead {
  path: string
  title: string
  /** Only public pages have one. */
  description?: string
}

const firm = 'AgriDesk'
const site = '{{site}}' // replaced by the server with its public URL

export const descriptions = (): Readonly<Record<PublicPath, string>> => ({
  '/': t(
    'Seed, nutrients and crop protection brought to the grower, crops bought at the yard rate, and people who come back to the field to see how it went.',
  ),
  '/about': t(
    'Who AgriDesk is: an agri-input and crop-trading firm of western India whose agronomists advise by soil, season and crop.',
  ),
  '/services': t(
    'Soil testing, advice in the field, inputs delivered to the village and crops bought on the day: what AgriDesk offers, by whom and at what price.',
  ),
  '/contact': t(
    'Write to AgriDesk: say what you grow or need, how much and by when. We answer on the next working day.',
  ),
  '/login': t('Log in to AgriDesk, the desk of the office and the field staff.'),
  '/register': t('Register for AgriDesk. An administrator approves every new account.'),
})

export function headOf({ path, title, description }: PageHead): string {
  if (description === undefined) return `<title>${title}</title><meta name="robots" content="noindex" />`
  const url = site + path
  const tags = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', firm],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', url],
    ['property', 'og:image', `${site}/social.png`],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  return [
    `<title>${title}</title>`,
    ...tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escape(content!)}" />`),
    `<link rel="canonical" href="${url}" />`,
    `<script type="application/ld+json">${JSON.stringify(structuredData(path, title, description))}</script>`,
  ].join('')
}

// React has escaped the title; the other texts are constants and contain at most quotes.
const escape = (text: string): string => text.replaceAll('"', '&quot;')

function structuredData(path: string, name: string, description: string): object {
  const organization = { '@id': `${site}/#firm` }
  const page = { url: site + path, name, description, isPartOf: { '@id': `${site}/#site` } }
  const context = { '@context': 'https://schema.org' }
  switch (path) {
    case '/':
      return {
        ...context,
        '@graph': [
          {
            '@type': 'Organization',
            ...organization,
            name: firm,
            url: `${site}/`,
            logo: `${site}/social.png`,
            description,
          },
          {
            '@type': 'WebSite',
            '@id': `${site}/#site`,
            name: firm,
            url: `${site}/`,
            publisher: organization,
          },
        ],
      }
    case '/about':
      return { ...context, '@type': 'AboutPage', ...page, about: organization }
    case '/contact':
      return { ...context, '@type': 'ContactPage', ...page, about: organization }
    case '/services':
      // The server replaces the placeholder by the services.
      return {
        ...context,
        '@type': 'CollectionPage',
        ...page,
        mainEntity: { '@type': 'ItemList', itemListElement: '{{services.list}}' },
      }
    default:
      return { ...context, '@type': 'WebPage', ...page }
  }
}

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
