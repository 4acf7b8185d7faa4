import { expect, it } from 'vitest'
import { linksIn } from './links-in-text.ts'

it('splits URLs from the text around them', () => {
  expect(linksIn('See https://example.in/a?b=1&c=2, or ask.')).toEqual([
    { text: 'See ' },
    { text: 'https://example.in/a?b=1&c=2', href: 'https://example.in/a?b=1&c=2' },
    { text: ',' },
    { text: ' or ask.' },
  ])
})

it('leaves unsafe URLs as text', () => {
  for (const text of [
    'javascript:alert(1)',
    '<a href=x>',
    'data:text/html,x',
    'https://',
    'http://[',
    'ftp://x.in',
  ])
    expect(
      linksIn(text).filter(({ href }) => href),
      text,
    ).toEqual([])
  expect(linksIn('https://x.in/"><script>alert(1)</script>')[0]).toEqual({
    text: 'https://x.in/',
    href: 'https://x.in/',
  })
})
