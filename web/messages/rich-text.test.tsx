import { afterEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { RichText } from './rich-text.tsx'
import { english, setLanguage, t } from '#domain/messages/t.ts'

const open = 'Open <link>{name}</link> ({count, plural, one {# visit} other {# visits}})'
const gujarati = {
  locale: 'gu-IN',
  translations: { [open]: '{count, plural, one {# મુલાકાત} other {# મુલાકાતો}}: <link>{name}</link> ખોલો' },
}

afterEach(() => setLanguage(() => english))

describe('a message', () => {
  const shown = (name: string) =>
    render(
      <RichText
        message={open}
        values={{ name, count: 2 }}
        tags={{ link: (text) => <a href="/c">{text}</a> }}
      />,
    )

  it('has elements where its tags are, and never markup from a value', async () => {
    const screen = await shown('<link>Ramesh</link>')
    expect(screen.container.innerHTML).toBe(
      'Open <a href="/c">&lt;link&gt;Ramesh&lt;/link&gt;</a> (2 visits)',
    )
  })

  it('is shown in the language of the reader, and in English without a translation', async () => {
    setLanguage(() => gujarati)
    const screen = await shown('Ramesh')
    expect(screen.container.innerHTML).toBe('2 મુલાકાતો: <a href="/c">Ramesh</a> ખોલો')
    expect(t('Log in')).toBe('Log in')
  })
})
