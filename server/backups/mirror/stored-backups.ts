import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseJson } from '#domain/parse-json.ts'
import {
  isBackupName,
  isManifest,
  manifestName,
  toSegments,
  type Backup,
  type Manifest,
} from '../backup-folder.ts'
import type { RestorePlan } from '../restore.ts'
import type { ObjectStorage, StoredObject } from './object-storage.ts'

/** How many objects are read at the same time. */
const atOnce = 8

interface Found {
  backup: Backup
  hasBase: boolean
}

/** The backups that can be restored from the storage, the oldest first, with the paths that their files get below `scratch`. */
export async function listStored(
  storage: ObjectStorage,
  objects: readonly StoredObject[],
  scratch: string,
): Promise<Backup[]> {
  const found = new Map<string, Found>()
  const byBackup = Map.groupBy(objects, ({ key }) => key.slice(0, Math.max(0, key.indexOf('/'))))
  for (const name of [...byBackup.keys()].filter(isBackupName).toSorted()) {
    const own = byBackup.get(name)!
    const manifest = await readStored(storage, `${name}/${manifestName}`)
    if (!manifest) continue
    const folder = join(scratch, name)
    const names = own.map(({ key }) => basename(key))
    const { base } = manifest
    found.set(name, {
      backup: {
        name,
        folder,
        manifest,
        segments: toSegments(folder, names),
        provenAt: null,
      },
      hasBase: own.some(({ key, bytes }) => key === `${name}/${base.name}` && bytes === base.bytes),
    })
  }
  return [...found.keys()].flatMap((name) => withBase(found, name)?.backup ?? [])
}

async function readStored(storage: ObjectStorage, key: string): Promise<Manifest | undefined> {
  const object = await storage.get(key)
  try {
    return object && parseJson(object.bytes.toString(), isManifest)
  } catch {
    return undefined
  }
}

/**
 * A backup whose base was not sent yet continues the one before: with its base, and its logs up to the one they share.
 * `shift` is what the numbers of its logs are increased by.
 */
function withBase(
  found: ReadonlyMap<string, Found>,
  name: string,
): { backup: Backup; shift: number } | undefined {
  const own = found.get(name)
  if (!own) return undefined
  if (own.hasBase) return { backup: own.backup, shift: 0 }
  const { continues } = own.backup.manifest
  const before = continues && withBase(found, continues.backup)
  if (!before) return undefined
  const shift = before.shift + continues.log - 1
  const segments = [
    ...before.backup.segments.filter(({ log }) => log <= shift),
    ...own.backup.segments.map((segment) => ({ ...segment, log: segment.log + shift })),
  ]
  return { backup: { ...before.backup, name, segments }, shift }
}

/** Writes the files of a plan to its folders. */
export async function fetchPlan(
  storage: ObjectStorage,
  objects: readonly StoredObject[],
  plan: RestorePlan,
  scratch: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { backup, segments } = plan
  const paths = new Set([join(backup.folder, backup.manifest.base.name), ...segments.map(({ path }) => path)])
  const wanted = objects
    .map((object) => ({ object, path: join(scratch, object.key) }))
    .filter(({ path }) => paths.has(path))
  const total = wanted.reduce((sum, { object }) => sum + object.bytes, 0)
  let done = 0
  const fetchNext = async (): Promise<void> => {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      mkdirSync(join(next.path, '..'), { recursive: true, mode: 0o700 })
      await storage.getFile(next.object, next.path).catch((error: unknown) => {
        wanted.length = 0
        throw error
      })
      done += next.object.bytes
      onProgress(done, total)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchNext))
}
