/** The record at the end of an archive has 22 bytes and a comment of up to 65,535. */
const endBytes = 22
const maxComment = 65_535
const endSignature = 0x06_05_4b_50
const entryBytes = 46
const entrySignature = 0x02_01_4b_50
/** Office files have tens of entries, or hundreds with many pictures. */
const maxEntries = 5000

/**
 * The names of the entries of a ZIP archive, from the directory at its end; undefined for other files. Nothing is
 * decompressed, so what the entries contain, or how large they would become, does not matter.
 */
export function zipNames(content: Uint8Array): ReadonlySet<string> | undefined {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const uint16 = (at: number): number => view.getUint16(at, true)
  const uint32 = (at: number): number => view.getUint32(at, true)
  if (content.length < endBytes || uint32(0) !== 0x04_03_4b_50) return undefined
  const end = endOfArchive(content.length, uint32)
  if (end === undefined) return undefined
  const names = new Set<string>()
  const count = uint16(end + 10)
  if (count > maxEntries) return undefined
  let at = uint32(end + 16)
  for (let entry = 0; entry < count; entry++) {
    if (at + entryBytes > end || uint32(at) !== entrySignature) return undefined
    const nameEnd = at + entryBytes + uint16(at + 28)
    if (nameEnd > end) return undefined
    names.add(new TextDecoder('latin1').decode(content.subarray(at + entryBytes, nameEnd)))
    at = nameEnd + uint16(at + 30) + uint16(at + 32)
  }
  return names
}

function endOfArchive(length: number, uint32: (at: number) => number): number | undefined {
  for (let at = length - endBytes; at >= Math.max(0, length - endBytes - maxComment); at--)
    if (uint32(at) === endSignature) return at
  return undefined
}
