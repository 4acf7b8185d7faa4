import type { FastifyRequest } from 'fastify'
import type { BodyOf, Endpoint, ObjectSchema, Schema } from '#domain/api/endpoint.ts'
import { readInput } from '#domain/api/read-input.ts'
import { isObject } from '#domain/input.ts'
import { invalid, Problem, type FieldProblem } from '#domain/problem.ts'
import type { Context } from './context.ts'

type WithFields = Endpoint & { body: ObjectSchema }

/**
 * Reports the problems of a refused body together with those that only the clock or stored data show, so that a form is corrected
 * once. `problemsIn` gets the members without problems; of an accepted body, the service finds them itself.
 */
export const reportTogether =
  <E extends WithFields>(
    { body: schema }: E,
    problemsIn: (ctx: Context, members: Partial<BodyOf<E>>) => Promise<FieldProblem[]>,
  ) =>
  async ({ ctx, body }: Pick<FastifyRequest, 'ctx' | 'body'>): Promise<void> => {
    try {
      readInput(schema, body)
    } catch (error) {
      if (!(error instanceof Problem) || !isObject(body)) throw error
      const found = error.details.errors ?? []
      const others = await problemsIn(ctx, membersOf<E>(schema, body))
      throw invalid([
        ...found,
        ...others.filter(({ field }) => found.every((problem) => problem.field !== field)),
      ])
    }
  }

function membersOf<E extends WithFields>(
  { shape }: ObjectSchema,
  body: Readonly<Record<string, unknown>>,
): Partial<BodyOf<E>> {
  const read = Object.entries(shape).flatMap(([name, schema]) => {
    const result = (schema as Schema).safeParse(body[name])
    return result.success ? [[name, result.data]] : []
  })
  return Object.fromEntries(read) as Partial<BodyOf<E>>
}
