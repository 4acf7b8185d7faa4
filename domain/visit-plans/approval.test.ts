import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workPlanStates } from '../catalogue/entities/work-plan-choices.ts'
import { managersAbove, noteProblems, planSteps, stepRules, stepsFrom } from './approval.ts'

describe('the approval of plans', () => {
  it('ends every sequence of steps in a state, and leaves an accepted plan as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...planSteps)), (steps) => {
        let state: (typeof workPlanStates)[number] = 'draft'
        for (const step of steps) if (stepsFrom(state).includes(step)) state = stepRules[step].to
        expect(workPlanStates).toContain(state)
        expect(state).not.toBe('accepted')
      }),
    )
    expect(stepsFrom('accepted')).toEqual([])
    expect(stepsFrom('sent')).toEqual(['withdraw', 'approve', 'return'])
  })

  it('asks for a note where a plan is returned or reopened', () => {
    for (const step of planSteps) {
      expect(noteProblems(step, 'because')).toEqual([])
      for (const note of [undefined, '', '  '])
        expect(noteProblems(step, note)).toHaveLength(['return', 'reopen'].includes(step) ? 1 : 0)
      expect(noteProblems(step, 'x'.repeat(2001))).toHaveLength(1)
    }
  })

  it('finds every manager above a member once, whatever the cycles', () => {
    const code = fc.constantFrom(...'ABCDEFGH')
    const staff = fc.array(fc.tuple(code, fc.option(code), fc.option(code)))
    fc.assert(
      fc.property(staff, code, (rows, start) => {
        const members = new Map(
          rows.map(([each, one, other]) => [each, { code: each, managers: [one, other] }]),
        )
        const above = managersAbove(members, [start])
        expect(new Set(above).size).toBe(above.length)
        expect(above).not.toContain(start)
        for (const each of [start, ...above])
          for (const manager of members.get(each)?.managers ?? [])
            if (manager !== null && manager !== start) expect(above).toContain(manager)
      }),
    )
  })

  it('has the nearest first', () => {
    const members = new Map(
      [
        ['A', 'B', 'C'],
        ['B', 'D', null],
        ['C', null, null],
      ].map(([code, ...managers]) => [
        code!,
        { code: code!, managers: managers.map((each) => each ?? null) },
      ]),
    )
    expect(managersAbove(members, ['A'])).toEqual(['B', 'C', 'D'])
  })
})
