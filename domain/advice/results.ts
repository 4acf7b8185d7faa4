import { minAnswers } from './min-answers.ts'
import { currentLocale, t } from '../messages/t.ts'

/** How often advice helped: answers "worked" and "did not work"; "used" says nothing about it yet. */
export interface Tally {
  answers: number
  worked: number
}

/** What a visit says about the advice of the visit before it; rows with the same values are counted together. */
export interface AnsweredAdvice {
  crops: readonly string[]
  materials: readonly string[]
  season: string | null
  soil: string | null
  cropResult: string | null
  materialResult: string | null
  count: number
}

export const resultKinds = ['material', 'crop', 'season', 'soil'] as const
export type ResultKind = (typeof resultKinds)[number]
export type Tallies = Readonly<Record<ResultKind, Readonly<Record<string, Tally>>>>

/** Counts by material, crop, season and soil. Seasons and soils count what was said about the crops. */
export function tallyResults(rows: readonly AnsweredAdvice[]): Tallies {
  const tallies: Record<ResultKind, Map<string, Tally>> = {
    material: new Map(),
    crop: new Map(),
    season: new Map(),
    soil: new Map(),
  }
  const add = (kind: ResultKind, name: string | null, result: string | null, count: number): void => {
    if (name === null || (result !== 'worked' && result !== 'did not work')) return
    const tally = tallies[kind].get(name) ?? { answers: 0, worked: 0 }
    tallies[kind].set(name, {
      answers: tally.answers + count,
      worked: tally.worked + (result === 'worked' ? count : 0),
    })
  }
  for (const { crops, materials, season, soil, cropResult, materialResult, count } of rows) {
    for (const name of new Set(materials)) add('material', name, materialResult, count)
    for (const name of new Set(crops)) add('crop', name, cropResult, count)
    if (crops.length === 0) continue
    add('season', season, cropResult, count)
    add('soil', soil, cropResult, count)
  }
  return {
    material: Object.fromEntries(tallies.material),
    crop: Object.fromEntries(tallies.crop),
    season: Object.fromEntries(tallies.season),
    soil: Object.fromEntries(tallies.soil),
  }
}

export interface Share {
  share: number
  /** The interval in which the true share lies with 95 % confidence (Wilson's score interval). */
  low: number
  high: number
}

const z = 1.959_964

/** The share with its interval; undefined when there are too few answers. */
export function shareOf({ answers, worked }: Tally): Share | undefined {
  if (answers < minAnswers) return undefined
  return wilson(worked, answers)
}

export function wilson(hits: number, of: number): Share {
  const share = hits / of
  const denominator = 1 + (z * z) / of
  const centre = (share + (z * z) / (2 * of)) / denominator
  const half = (z / denominator) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return { share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

const percent = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** "Worked 78% (62% to 88%) of 41" */
export function describeTally(tally: Tally): string {
  const share = shareOf(tally)
  return share
    ? t('Worked {share} ({low} to {high}) of {count, number}', {
        share: percent(share.share),
        low: percent(share.low),
        high: percent(share.high),
        count: tally.answers,
      })
    : t('Too few to say: {count, plural, one {# answer} other {# answers}}', { count: tally.answers })
}
