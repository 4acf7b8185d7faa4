import { afterEach, describe, expect, it } from 'vitest'
import { english, setLanguage, t } from '../messages/t.ts'
import { slipIn, textOfSlip, type SlipFacts } from './slip.ts'

const facts: SlipFacts = {
  firm: 'Marigold Agro',
  customer: 'Bhikhabhai',
  customerLocalName: 'ભીખાભાઈ',
  reference: '7K3M-Q2XD',
  day: '2026-11-17',
  crops: ['Mustard'],
  materials: ['Imidacloprid', 'Urea'],
  lines: [
    {
      crop: 'Mustard',
      material: 'Imidacloprid',
      dose: 0.5,
      unit: 'ml per litre of water',
      timing: '<b>At flowering</b>',
      waitingDays: 21,
      warnings: [{ kind: 'harvest', day: '2026-11-29' }],
    },
  ],
  next: '2026-12-02',
  localNames: { Mustard: 'રાઈ' },
}

afterEach(() => setLanguage(() => english))

describe('a slip for the farmer', () => {
  it('has what was advised, with the reference, as text', () => {
    expect(textOfSlip(facts.firm, slipIn(english, facts))).toBe(
      [
        'Marigold Agro',
        'Advice for your field',
        'Customer: Bhikhabhai',
        'Date: 17/11/2026',
        'Crop: Mustard',
        'Next visit: 02/12/2026',
        'Reference: 7K3M-Q2XD',
        '',
        'Imidacloprid · Mustard',
        '0.5 ml per litre of water',
        '<b>At flowering</b>',
        'Wait 21 days before the harvest',
        'Do not reap before the waiting days are over; planned was 29/11/2026',
        '',
        'Urea',
        '',
        'Keep to the dose and the waiting days. Read the label before use.',
      ].join('\n'),
    )
  })

  it('is in its own language, and leaves that of the reader', () => {
    const gujarati = {
      locale: 'gu-IN-u-nu-latn',
      script: /\p{Script=Gujarati}/u,
      translations: { Crop: 'પાક', 'ml per litre of water': 'મિલી પ્રતિ લિટર પાણી' },
    }
    setLanguage(() => ({ locale: 'hi-IN-u-nu-latn', translations: { Crop: 'फसल' } }))
    const slip = slipIn(gujarati, facts)
    expect(slip.facts).toContainEqual(['પાક', 'રાઈ · Mustard'])
    expect(slip.facts[0]?.[1]).toBe('ભીખાભાઈ · Bhikhabhai')
    expect(slip.lines[0]?.dose).toBe('0.5 મિલી પ્રતિ લિટર પાણી')
    expect(t('Crop')).toBe('फसल')
  })
})
