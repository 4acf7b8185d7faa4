import fc from 'fast-check'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { formatMessage, formatNumber, type MessageValues } from './format-message.ts'
import { localeAndScriptOf } from './language-names.ts'
import { languageCodes } from './languages.ts'

const cases: [message: string, values: MessageValues, text: string][] = [
  ['Could not load the list', {}, 'Could not load the list'],
  ['Open {name}', { name: 'Ramesh' }, 'Open Ramesh'],
  ['{count} of {total, number} in {year}', { count: 5, total: 123456, year: 2026 }, '5 of 1,23,456 in 2026'],
  ['{count, plural, one {# visit} other {# visits}}', { count: 1 }, '1 visit'],
  ['{count, plural, one {# visit} other {# visits}}', { count: 0 }, '0 visits'],
  ['{count, plural, =0 {No visits} one {# visit} other {# visits}}', { count: 0 }, 'No visits'],
  [
    '{count, plural, one {# visit} other {# visits}} of {name}',
    { count: 100000, name: '{x}' },
    '1,00,000 visits of {x}',
  ],
  ['{kind, select, plan {The plan} other {The {kind}}} is saved', { kind: 'visit' }, 'The visit is saved'],
  ['{n, plural, other {# of {m, plural, other {#}}, #}}', { n: 2, m: 3 }, '2 of 3, 2'],
  ["The firm's row #1", {}, "The firm's row #1"],
]

describe('formatMessage', () => {
  it.each(cases)('%s with %j', (message, values, text) => {
    expect(formatMessage(message, values)).toBe(text)
    expect(new IntlMessageFormat(message, 'en-IN').format({ ...values })).toBe(text)
  })

  it.each(['hi-IN', 'gu-IN', 'mr-IN'])('has the plurals of %s, and Latin digits', (locale) => {
    const message = '{n, plural, one {one #} other {other #}}'
    const library = new IntlMessageFormat(message, `${locale}-u-nu-latn`)
    for (const n of [0, 1, 2, 5, 1.5, 123456])
      expect(formatMessage(message, { n }, locale)).toBe(library.format({ n }))
    expect(formatMessage(message, { n: 123456 }, locale)).toBe('other 1,23,456')
  })

  it.each(languageCodes)('has the groups and plurals of Intl in %s', (code) => {
    const { locale } = localeAndScriptOf(code)
    const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    const plurals = new Intl.PluralRules(locale)
    const check = (value: number): void => {
      expect(formatNumber(value, locale)).toBe(numbers.format(value))
      const plural = formatMessage('{value, plural, one {one} other {other}}', { value }, locale)
      expect(plural).toBe(plurals.select(value))
    }
    for (const value of [0, 1, -1, 2, 0.5, -0.5, 1.5, 999, 1000, 99_999, 100_000, -1_234_567, 1234.5])
      check(value)
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => check(value + 0)))
  })

  it.each(['{', '}', 'a {b', '{b, plural, other {c}', '{b, date, short}', '{b c}', '{}'])(
    'refuses %s',
    (message) => {
      expect(() => formatMessage(`${message}{x}`)).toThrow(SyntaxError)
    },
  )

  it('formats any text and values as the library does', () => {
    const text = fc.stringMatching(/^[ a-z#]{0,8}$/)
    const piece = fc.oneof(
      text,
      fc.constantFrom('{a}', " it's ", '{n}', '{n, number}'),
      fc
        .tuple(text, text)
        .map(([one, other]) => `{n, plural, =3 {#${one}} one {#${one} #} other {# {a}${other}}}`),
      text.map((other) => `{a, select, x {${other}{n}} other {it's #${other}}}`),
    )
    const message = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''))
    const values = fc.record({
      a: fc.constantFrom('x', 'y', "'{n}'"),
      n: fc.constantFrom(0, 1, 2, 3, 100000),
    })
    fc.assert(
      fc.property(message, values, (message, values) => {
        expect(formatMessage(message, values)).toBe(new IntlMessageFormat(message, 'en-IN').format(values))
      }),
      { numRuns: 300 },
    )
  })
})
