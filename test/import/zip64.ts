// Rewrites the directory of a ZIP archive in its 64-bit form, as programs do that write a workbook as a stream.

export function asZip64(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  const [length, start, count] = [
    archive.readUInt32LE(end + 12),
    archive.readUInt32LE(end + 16),
    archive.readUInt16LE(end + 10),
  ]
  const entries: Buffer[] = []
  for (let at = start; at < start + length; ) {
    const [name, extra, comment] = [28, 30, 32].map(place => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const head = Buffer.from(archive.subarray(at, at + 46 + name))
    const wide = Buffer.alloc(28)
    wide.writeUInt16LE(1, 0)
    wide.writeUInt16LE(24, 2)
    for (const [i, place] of [24, 20, 42].entries()) {
      wide.writeBigUInt64LE(BigInt(head.readUInt32LE(place)), 4 + 8 * i)
      head.writeUInt32LE(0xffffffff, place)
    }
    head.writeUInt16LE(wide.length, 30)
    head.writeUInt16LE(0, 32)
    entries.push(head, wide)
    at += 46 + name + extra + comment
  }
  const directory = Buffer.concat(entries)
  const wideEnd = Buffer.alloc(56)
  wideEnd.write('PK\x06\x06', 'latin1')
  wideEnd.writeBigUInt64LE(44n, 4)
  for (const place of [24, 32]) wideEnd.writeBigUInt64LE(BigInt(count), place)
  wideEnd.writeBigUInt64LE(BigInt(directory.length), 40)
  wideEnd.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(start + directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const tail = Buffer.from(archive.subarray(end, end + 22))
  tail.writeUInt32LE(0xffffffff, 12)
  tail.writeUInt32LE(0xffffffff, 16)
  tail.writeUInt16LE(0, 20)
  return Buffer.concat([archive.subarray(0, start), directory, wideEnd, locator, tail])
}
