import { shownName } from '../catalogue/names/shown-name.ts'
import { formatDate } from '../dates/dates.ts'
import { inLanguage, t, type Language } from '../messages/t.ts'
import type { GivenAdvice } from './details.ts'
import { formatDose, formatWaiting } from './guard-words.ts'

/** What a slip for the farmer is made from: on the server from the visit, on a phone from the event. */
export interface SlipFacts {
  firm: string
  customer: string
  customerLocalName: string | null
  /** The reference of the visit, or its number. */
  reference: string
  day: string
  crops: readonly string[]
  materials: readonly string[]
  /** The doses that were shown at the visit; empty if there were none. */
  lines: readonly GivenAdvice[]
  /** The day of the next visit. */
  next: string | null
  /** The second names of crops and materials, by name. */
  localNames: Readonly<Record<string, string>>
}

export interface SlipLine {
  material: string
  crop: string | null
  dose: string | null
  facts: readonly string[]
}

/** The texts of a slip, in its language. */
export interface Slip {
  heading: string
  facts: readonly (readonly [label: string, value: string])[]
  lines: readonly SlipLine[]
  notes: readonly string[]
}

export const slipIn = (language: Language, facts: SlipFacts): Slip =>
  inLanguage(language, () => slipOf(facts))

function slipOf(facts: SlipFacts): Slip {
  const { localNames } = facts
  const nameOf = (name: string): string =>
    shownName(name, Object.hasOwn(localNames, name) ? localNames[name] : null)
  const named = new Set(facts.lines.map(({ material }) => material))
  const lines = [
    ...facts.lines.map((line) => lineOf(line, nameOf)),
    ...facts.materials
      .filter((material) => !named.has(material))
      .map((material): SlipLine => ({ material: nameOf(material), crop: null, dose: null, facts: [] })),
  ]
  return {
    heading: t('Advice for your field'),
    facts: [
      [t('Customer'), shownName(facts.customer, facts.customerLocalName)] as const,
      [t('Date'), formatDate(facts.day)] as const,
      ...(facts.crops.length > 0 ? [[t('Crop'), facts.crops.map(nameOf).join(', ')] as const] : []),
      ...(facts.next === null ? [] : [[t('Next visit'), formatDate(facts.next)] as const]),
      [t('Reference'), facts.reference] as const,
    ],
    lines,
    notes: lines.length === 0 ? [] : [t('Keep to the dose and the waiting days. Read the label before use.')],
  }
}

const lineOf = (line: GivenAdvice, nameOf: (name: string) => string): SlipLine => ({
  material: nameOf(line.material),
  crop: line.crop === null ? null : nameOf(line.crop),
  dose: formatDose(line) ?? null,
  facts: [
    line.timing,
    formatWaiting(line),
    ...line.warnings.map(({ kind, day }) =>
      kind === 'banned'
        ? t('Banned since {date}', { date: formatDate(day) })
        : t('Do not reap before the waiting days are over; planned was {date}', { date: formatDate(day) }),
    ),
  ].filter((each) => each !== undefined),
})

/** The slip as plain text, to share or copy. */
export const textOfSlip = (firm: string, { heading, facts, lines, notes }: Slip): string =>
  [
    firm,
    heading,
    ...facts.map(([label, value]) => `${label}: ${value}`),
    ...lines.flatMap(({ material, crop, dose, facts: more }) => [
      '',
      crop === null ? material : `${material} · ${crop}`,
      ...(dose === null ? [] : [dose]),
      ...more,
    ]),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
