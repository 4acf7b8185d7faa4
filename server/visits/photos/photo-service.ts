import { bytesWithThumbnail, thumbnailIn } from '#domain/photos/jpeg-thumbnail.ts'
import { invalid, notFound, tooManyRequests } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import { requireRight } from '../../core/gate.ts'
import { newId } from '../../store/new-id.ts'
import { countUnattachedPhotos, findPhoto, insertPhoto, type StoredImage } from './photo-store.ts'
import { accountIdOf } from '../plan-helpers.ts'
import { t } from '#domain/messages/t.ts'

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

const startsWith = (content: Buffer, bytes: readonly number[], from = 0): boolean =>
  bytes.every((byte, at) => content[from + at] === byte)

const riff = [0x52, 0x49, 0x46, 0x46]
const webp = [0x57, 0x45, 0x42, 0x50]

/** Checks the magic bytes: the image is served to other users with the declared media type. */
const isOfType: Record<PhotoType, (content: Buffer) => boolean> = {
  'image/jpeg': (content) => startsWith(content, [0xff, 0xd8, 0xff]),
  'image/png': (content) => startsWith(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': (content) => startsWith(content, riff) && startsWith(content, webp, 8),
}

// More than a day's visits; unattached photos are deleted within a day.
const maxUnattached = 60

/** Refuses what is not the declared image. */
export function checkPhoto(mediaType: PhotoType, content: Buffer): void {
  if (!isOfType[mediaType](content))
    throw invalid([{ field: 'photo', message: t('This file is not a JPEG, PNG or WebP photo') }])
}

/** Stores a photo until its visit is recorded. */
export async function savePhoto(
  ctx: Context,
  mediaType: PhotoType,
  content: Buffer,
): Promise<{ id: string }> {
  requireRight(ctx, 'create', 'visit')
  checkPhoto(mediaType, content)
  const now = ctx.now()
  const id = newId(now)
  await ctx.store.transaction(async (tx) => {
    if ((await countUnattachedPhotos(tx, accountIdOf(ctx))) >= maxUnattached) {
      throw tooManyRequests(
        t('Too many photos without a visit. Record those visits first, or try again tomorrow'),
        3600,
      )
    }
    await insertPhoto(tx, {
      id,
      accountId: accountIdOf(ctx),
      mediaType,
      content,
      createdAt: now.toISOString(),
    })
  })
  return { id }
}

/** Of a visit in scope; with `firstBytes` only the start of the file. */
export async function readPhoto(ctx: Context, id: string, firstBytes?: number): Promise<StoredImage> {
  requireRight(ctx, 'read', 'visit')
  const photo = await findPhoto(
    ctx.store.read,
    id,
    accountIdOf(ctx),
    territoryFilter(ctx, 'visit', 'visit'),
    firstBytes,
  )
  if (!photo) throw notFound(t('There is no such photo'))
  return photo
}

/** The thumbnail in the photo, or the photo itself when it has none. */
export async function readThumbnail(ctx: Context, id: string): Promise<StoredImage> {
  const { content } = await readPhoto(ctx, id, bytesWithThumbnail)
  const thumbnail = thumbnailIn(content)
  return thumbnail ? { mediaType: 'image/jpeg', content: thumbnail } : readPhoto(ctx, id)
}
