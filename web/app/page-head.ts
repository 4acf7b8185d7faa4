/** What a page tells those who do not see it: search engines, and whoever shows a link to it. For the build only. */
interface PageHead {
  path: string
  title: string
  /** Only a page that everybody may find has one. */
  description?: string
}

const firm = 'AgriDesk'
const site = '{{site}}' // the server knows the address

export const descriptions: Readonly<Record<string, string>> = {
  '/': 'Seed, nutrients and crop protection brought to the grower, crops bought at the yard rate, and people who come back to the field to see how it went.',
  '/about':
    'Who AgriDesk is: an agri-input and crop-trading firm of western India whose agronomists advise by soil, season and crop.',
  '/services':
    'Soil testing, advice in the field, inputs delivered to the village and crops bought on the day: what AgriDesk offers, by whom and at what price.',
  '/contact':
    'Write to AgriDesk: say what you grow or need, how much and by when. We answer on the next working day.',
  '/login': 'Log in to AgriDesk, the desk of the office and the field staff.',
  '/register': 'Register for AgriDesk. An administrator approves every new account.',
}

export function headOf({ path, title, description }: PageHead): string {
  if (description === undefined) return `<title>${title}</title><meta name="robots" content="noindex" />`
  const address = site + path
  const tags = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', firm],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', address],
    ['property', 'og:image', `${site}/social.png`],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  return [
    `<title>${title}</title>`,
    ...tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escape(content!)}" />`),
    `<link rel="canonical" href="${address}" />`,
    `<script type="application/ld+json">${JSON.stringify(aboutPage(path, title, description))}</script>`,
  ].join('')
}

// The title comes from React, which has escaped it; the rest is ours and holds at most a quote.
const escape = (text: string): string => text.replaceAll('"', '&quot;')

function aboutPage(path: string, name: string, description: string): object {
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
      // The server puts the services in place of the word.
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
