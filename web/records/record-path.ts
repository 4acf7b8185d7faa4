import type { Entity } from '#domain/catalogue/entity.ts'

export const recordPath = ({ path }: Pick<Entity, 'path'>, idOrCode: string): string =>
  `/records/${path}/${encodeURIComponent(idOrCode)}`
