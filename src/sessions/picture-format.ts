// Recognizes the pictures that users may have of themselves: PNG, JPEG and WebP, by their first bytes, with their size in pixels.
import { Buffer } from 'node:buffer'

interface PictureFormat {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
}

/** Null for anything else, and for a picture without a size. */
export function pictureFormat(bytes: Buffer): PictureFormat | null {
  const found = png(bytes) ?? webp(bytes) ?? jpeg(bytes)
  return found && found.width > 0 && found.height > 0 ? found : null
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')

function png(bytes: Buffer): PictureFormat | null {
  if (bytes.length < 33 || !bytes.subarray(0, pngStart.length).equals(pngStart)) return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function webp(bytes: Buffer): PictureFormat | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  const type = 'image/webp'
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'WEBPVP8L': {
      if (bytes[20] !== 0x2f) return null
      const sides = bytes.readUInt32LE(21)
      return { type, width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 }
    }
    case 'WEBPVP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** The size of a JPEG is in its frame, which stands behind segments of any length. */
function jpeg(bytes: Buffer): PictureFormat | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number
    if (isFrame(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    // Bytes of 0xff may fill the space before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** SOF0 to SOF15, among which are the markers of tables: DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
