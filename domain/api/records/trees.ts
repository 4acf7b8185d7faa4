import * as z from 'zod/mini'
import type { Tree } from '../../trees.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { limitParameter, pageOf, searchParameter, textParameter } from '../parameters.ts'
import { count, described, parameters, text } from '../values.ts'

const treeCount = z.strictObject({
  entity: text,
  count,
  isMore: described(z.boolean(), 'There are at least this many'),
})

const header = z.strictObject({
  id: text,
  entity: text,
  code: text,
  name: text,
  version: count,
  below: described(count, 'The number of direct children'),
  counts: described(z.array(treeCount), 'How many records are below the node'),
})

export interface TreeNode extends z.infer<typeof header> {
  children?: TreeNode[]
}

// A schema that contains itself cannot be part of the API description, so the children are checked by a function.
const isNode = (value: unknown): boolean => node.safeParse(value).success
const node = z.extend(header, {
  children: described(
    z.exactOptional(z.array(z.custom<TreeNode>(isNode).check(z.meta({ type: 'object' })))),
    'Only in search results: the nodes that match or contain a match, like this one',
  ),
})

export const treePageOf = ({ name, heading, levels }: Tree) =>
  endpoint('GET', `/api/v1/trees/${name}`, {
    may: ['read', levels[0]!.entity.name],
    tag: 'Trees',
    summary: `${heading}: the children of a node, with the counts below each`,
    query: parameters({
      parent: described(
        z.optional(textParameter('parent')),
        'The parent node as entity:id; without it, the roots',
      ),
      q: described(searchParameter, 'Words or parts of words: returns the matches with their ancestors'),
      limit: limitParameter(100),
      after: described(z.optional(textParameter('after')), 'The "next" value of the previous page'),
    }),
    answer: pageOf(node),
    answered: 'A page of nodes',
    problems: [404, 422],
  })

export type TreeCount = z.infer<typeof treeCount>
export type TreeQuery = QueryOf<ReturnType<typeof treePageOf>>
export type TreePage = AnswerOf<ReturnType<typeof treePageOf>>
