import { isObject } from '#domain/input.ts'
import { foldText } from '#domain/text.ts'

/** What is written in the place of an erased value. */
export const erasedMark = '[erased]'

/** By what the values of a person are recognised in texts. */
export interface Marks {
  /** The ids of the customer, employee or user, and of those merged into it, by which texts about it are found. */
  own: readonly string[]
  /** The ids of all records of the person. */
  ids: ReadonlySet<string>
  codes: ReadonlySet<string>
  /** The members that contain such a code in what is about the person. */
  codeMembers: readonly string[]
  /** Values that name the person wherever they stand: phone, e-mail, PAN, a full name. */
  exact: readonly string[]
  /** Values that are common, such as a street: erased only beside what names the person. */
  common: ReadonlySet<string>
  /** The members of the person's records that are erased, whatever their value. */
  members: ReadonlySet<string>
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Replaces the values of a person in texts and in JSON. */
export class Scrubber {
  readonly #marks: Marks
  readonly #pattern: RegExp | undefined
  constructor(marks: Marks) {
    this.#marks = marks
    const longestFirst = marks.exact.toSorted((one, other) => other.length - one.length)
    this.#pattern =
      longestFirst.length > 0 ? new RegExp(longestFirst.map(escapePattern).join('|'), 'giu') : undefined
  }

  /** Folded texts, of which a row contains one if it may have to be changed. */
  get needles(): string[] {
    const { exact, own, codes } = this.#marks
    const quoted = [...codes].map((code) => JSON.stringify(code))
    const escaped = exact.map((value) => JSON.stringify(value).slice(1, -1))
    return [...new Set([...exact, ...escaped, ...own, ...quoted].map(foldText))]
  }

  /** The text without the values; `isOwn`: it is of a record of the person. */
  scrub(text: string, isOwn = false): string {
    if (/^\s*[[{]/.test(text)) {
      const parsed = parse(text)
      if (parsed !== undefined) {
        const clean = this.#walk(parsed, isOwn)
        return clean === parsed ? text : JSON.stringify(clean)
      }
    }
    return this.#pattern ? text.replaceAll(this.#pattern, erasedMark) : text
  }

  /** Returns the same value if nothing changed. */
  #walk(value: unknown, isOwn: boolean): unknown {
    if (typeof value === 'string') return this.scrub(value)
    if (Array.isArray(value)) return this.#walkList(value, isOwn)
    if (!isObject(value)) return value
    const isAbout = isOwn || this.#isAbout(value)
    let isChanged = false
    const entries = Object.entries(value).map(([name, member]) => {
      const clean = isAbout && this.#marks.members.has(name) ? blank(member) : this.#walk(member, isAbout)
      if (clean !== member) isChanged = true
      return [name, clean] as const
    })
    return isChanged ? Object.fromEntries(entries) : value
  }

  /** A row of an imported file is about the person if one of its cells names it. */
  #walkList(list: readonly unknown[], isOwn: boolean): unknown {
    const { exact, codes, common } = this.#marks
    const names = new Set([...exact, ...codes].map(foldText))
    const isNamed = list.some((cell) => typeof cell === 'string' && names.has(foldText(cell.trim())))
    const clean = list.map((cell) =>
      isNamed && typeof cell === 'string' && common.has(foldText(cell.trim()))
        ? erasedMark
        : this.#walk(cell, isOwn),
    )
    return clean.every((cell, at) => cell === list[at]) ? list : clean
  }

  #isAbout(value: Readonly<Record<string, unknown>>): boolean {
    const { ids, codes, codeMembers } = this.#marks
    const { id, customer } = value
    const own = isObject(customer) ? customer['id'] : undefined
    const named = codeMembers.map((name) => value[name])
    return (
      [id, own].some((each) => typeof each === 'string' && ids.has(each)) ||
      named.some((code) => typeof code === 'string' && codes.has(code))
    )
  }
}

function blank(member: unknown): unknown {
  if (member === null || member === '' || member === erasedMark) return member
  return typeof member === 'string' ? erasedMark : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
