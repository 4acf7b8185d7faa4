import type { Entity } from '../catalogue/entity.ts'

/** The name by which records of an entity are compared: its first field that is called so and refers to no other record. */
export const titleFieldOf = ({ fields }: Entity): string | undefined =>
  Object.keys(fields).find((name) => /name$/i.test(name) && !fields[name]!.reference)
