/** A ZIP archive with empty entries of these names; `claims` is the size that each says to have when it is unpacked. */
export function zipOf(names: readonly string[], claims = 0): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const name of names) {
    const text = Buffer.from(name, 'latin1')
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04_03_4b_50, 0)
    header.writeUInt32LE(claims, 22)
    header.writeUInt16LE(text.length, 26)
    local.push(header, text)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02_01_4b_50, 0)
    entry.writeUInt32LE(claims, 24)
    entry.writeUInt16LE(text.length, 28)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, text)
    at += header.length + text.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...directory, end])
}

export const workbookNames = ['[Content_Types].xml', 'xl/workbook.xml'] as const
