import { invalid, notFound, slowDown } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { within } from '../within.ts'
import { demand } from '../gate.ts'
import { newId } from '../store/new-id.ts'
import { countLoosePhotos, findPhoto, insertPhoto, type Photo } from './photo-store.ts'
import { idOf } from './visit-parts.ts'

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

const startsWith = (content: Buffer, bytes: readonly number[], from = 0): boolean =>
  bytes.every((byte, at) => content[from + at] === byte)

const riff = [0x52, 0x49, 0x46, 0x46]
const webp = [0x57, 0x45, 0x42, 0x50]

/** Whether the bytes are what they are said to be: a picture is shown to others as what it says. */
const isOfType: Record<PhotoType, (content: Buffer) => boolean> = {
  'image/jpeg': (content) => startsWith(content, [0xff, 0xd8, 0xff]),
  'image/png': (content) => startsWith(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': (content) => startsWith(content, riff) && startsWith(content, webp, 8),
}

// More than a day's visits; photos that no visit takes go within a day.
const mostLoose = 60

/** Keeps a photo until the visit it was taken at is recorded. */
export async function keepPhoto(
  ctx: Context,
  mediaType: PhotoType,
  content: Buffer,
): Promise<{ id: string }> {
  demand(ctx, 'create', 'visit')
  if (!isOfType[mediaType](content)) {
    throw invalid([{ field: 'photo', message: 'This is not a photo as JPEG, PNG or WebP' }])
  }
  const now = ctx.now()
  const id = newId(now)
  await ctx.store.transaction(async (tx) => {
    if ((await countLoosePhotos(tx, idOf(ctx))) >= mostLoose) {
      throw slowDown('Too many photos wait for a visit. Record those visits first, or try tomorrow', 3600)
    }
    await insertPhoto(tx, { id, accountId: idOf(ctx), mediaType, content, createdAt: now.toISOString() })
  })
  return { id }
}

export async function readPhoto(ctx: Context, id: string): Promise<Pick<Photo, 'mediaType' | 'content'>> {
  demand(ctx, 'read', 'visit')
  const photo = await findPhoto(ctx.store.read, id, idOf(ctx), within(ctx, 'visit', 'visit'))
  if (!photo) throw notFound('There is no such photo')
  return photo
}
