import { can, type Action } from '#domain/access/policy.ts'
import type { Context } from '../core/context.ts'

/** Reads a part if it is shown; a failure becomes the sentence that is shown in its place. */
export type ReadPart = <T>(
  isShown: boolean,
  work: () => Promise<T>,
) => Promise<T | { problem: string } | undefined>

export const may = (ctx: Context, action: Action, ...subjects: string[]): boolean =>
  subjects.every((subject) => can(ctx.actor, action, subject).allowed)
