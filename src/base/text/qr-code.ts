// Draws a text as a QR code (ISO/IEC 18004) in SVG: byte mode, error correction M, versions 1 to 15.

/** Error correction codewords of a block, and blocks, by version. */
const checkWords = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]

type Grid = (boolean | null)[][]

const sizeOf = (version: number): number => version * 4 + 17

const alignmentSteps = (version: number): number[] => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = sizeOf(version) - 7
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)]
}

/** The modules that carry data and error correction, of which the codewords take eight each. */
function capacityOf(version: number): number {
  const steps = alignmentSteps(version).length
  const alignment = steps === 0 ? 0 : 25 * (steps * steps - 3) - 10 * (steps - 2)
  const functional = 3 * 64 + 2 * (sizeOf(version) - 16) + 31 + alignment + (version >= 7 ? 36 : 0)
  return Math.floor((sizeOf(version) ** 2 - functional) / 8)
}

const dataWordsOf = (version: number): number =>
  capacityOf(version) - (checkWords[version - 1] as number) * (blockCounts[version - 1] as number)

const lengthBits = (version: number): number => (version < 10 ? 8 : 16)

function versionFor(length: number): number {
  for (let version = 1; version <= checkWords.length; version++) {
    if (4 + lengthBits(version) + length * 8 <= dataWordsOf(version) * 8) return version
  }
  throw new RangeError(`${length} bytes are too many for a QR code of version ${checkWords.length}`)
}

/** The product in the field GF(256) of QR codes. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}

/** The Reed-Solomon remainder of a block. */
function remainderOf(words: readonly number[], degree: number): number[] {
  const generator = Array<number>(degree).fill(0)
  generator[degree - 1] = 1
  let root = 1
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      generator[j] = multiply(generator[j] as number, root) ^ (generator[j + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  const remainder = Array<number>(degree).fill(0)
  for (const word of words) {
    const factor = word ^ (remainder.shift() as number)
    remainder.push(0)
    for (let i = 0; i < degree; i++) remainder[i] = (remainder[i] as number) ^ multiply(generator[i] as number, factor)
  }
  return remainder
}

function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const add = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  add(0b0100, 4)
  add(bytes.length, lengthBits(version))
  for (const byte of bytes) add(byte, 8)
  const room = dataWordsOf(version) * 8
  add(0, Math.min(4, room - bits.length))
  add(0, -bits.length & 7)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) add(pad, 8)
  return Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((a, bit) => a * 2 + bit, 0),
  )
}

/** Data and error correction of all blocks, interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const data = dataWords(bytes, version)
  const count = blockCounts[version - 1] as number
  const degree = checkWords[version - 1] as number
  const short = Math.floor(data.length / count)
  const longBlocks = data.length % count
  let at = 0
  const blocks = Array.from({ length: count }, (_, i) => {
    const words = data.slice(at, at + short + (i >= count - longBlocks ? 1 : 0))
    at += words.length
    return { words, check: remainderOf(words, degree) }
  })
  const column = (part: 'words' | 'check', i: number) =>
    blocks.flatMap(block => (block[part][i] === undefined ? [] : [block[part][i] as number]))
  return [
    ...Array.from({ length: short + 1 }, (_, i) => column('words', i)).flat(),
    ...Array.from({ length: degree }, (_, i) => column('check', i)).flat(),
  ]
}

type Draw = (x: number, y: number, dark: boolean) => void

/** The patterns that do not depend on the text; the places of the format bits are taken. */
function functionPatterns(version: number): Grid {
  const size = sizeOf(version)
  const grid: Grid = Array.from({ length: size }, () => Array(size).fill(null))
  const draw: Draw = (x, y, dark) => {
    const row = grid[y]
    if (row && x >= 0 && x < size) row[x] = dark
  }
  for (let i = 0; i < size; i++) {
    draw(6, i, i % 2 === 0)
    draw(i, 6, i % 2 === 0)
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const
  for (const [x, y] of corners) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        draw(x + dx, y + dy, ring !== 2 && ring !== 4)
      }
    }
  }
  drawAlignment(version, draw)
  drawFormat(size, 0, draw)
  if (version >= 7) drawVersion(version, draw)
  return grid
}

function drawAlignment(version: number, draw: Draw): void {
  const steps = alignmentSteps(version)
  const last = steps.length - 1
  for (const [i, x] of steps.entries()) {
    for (const [j, y] of steps.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) draw(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
      }
    }
  }
}

function drawVersion(version: number, draw: Draw): void {
  let remainder = version
  for (let i = 0; i < 12; i++) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25)
  const bits = (version << 12) | remainder
  const size = sizeOf(version)
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >>> i) & 1) === 1
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
    draw(a, b, dark)
    draw(b, a, dark)
  }
}

/** Error correction M has the indicator 0. */
function drawFormat(size: number, mask: number, draw: Draw): void {
  let remainder = mask
  for (let i = 0; i < 10; i++) remainder = (remainder << 1) ^ ((remainder >>> 9) * 0x537)
  const bits = ((mask << 10) | remainder) ^ 0x5412
  const dark = (i: number) => ((bits >>> i) & 1) === 1
  for (let i = 0; i <= 5; i++) draw(8, i, dark(i))
  draw(8, 7, dark(6))
  draw(8, 8, dark(7))
  draw(7, 8, dark(8))
  for (let i = 9; i < 15; i++) draw(14 - i, 8, dark(i))
  for (let i = 0; i < 8; i++) draw(size - 1 - i, 8, dark(i))
  for (let i = 8; i < 15; i++) draw(8, size - 15 + i, dark(i))
  draw(8, size - 8, true)
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Places the bits in columns of two, upwards and downwards in turn, around the patterns. */
function placed(patterns: Grid, words: readonly number[], mask: (x: number, y: number) => boolean): boolean[][] {
  const size = patterns.length
  const grid = patterns.map(row => [...row])
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        const row = grid[y] as (boolean | null)[]
        if (patterns[y]?.[x] !== null) continue
        const bit = (((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1
        row[x] = bit !== mask(x, y)
        at++
      }
    }
  }
  return grid as boolean[][]
}

const finder = /(?=10111010000)|(?=00001011101)/g

/** How hard a grid is to scan: long runs, squares, patterns like those of the corners, and an uneven share of dark modules. */
function penaltyOf(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length
  const text = (cells: readonly boolean[]) => cells.map(Number).join('')
  const lines = [...grid.map(text), ...grid.map((_, x) => text(grid.map(row => row[x] as boolean)))]
  let penalty = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...line.matchAll(finder)].length
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const dark = grid[y]?.[x]
      if (dark === grid[y - 1]?.[x] && dark === grid[y]?.[x - 1] && dark === grid[y - 1]?.[x - 1]) penalty += 3
    }
  }
  const share = grid.flat().filter(Boolean).length / size ** 2
  return penalty + Math.floor(Math.abs(share * 20 - 10)) * 10
}

/** The modules of the code, row by row; true is dark. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = versionFor(bytes.length)
  const patterns = functionPatterns(version)
  const words = codewords(bytes, version)
  const grids = masks.map((mask, number) => {
    const grid = placed(patterns, words, mask)
    drawFormat(grid.length, number, (x, y, dark) => {
      ;(grid[y] as boolean[])[x] = dark
    })
    return { grid, penalty: penaltyOf(grid) }
  })
  return grids.reduce((best, other) => (other.penalty < best.penalty ? other : best)).grid
}

/** The light margin that scanners need, in modules. */
const margin = 4

/** Dark on white in every theme, since scanners expect that. */
export function qrSvg(text: string, title: string): string {
  const grid = qrCode(text)
  const side = grid.length + margin * 2
  const path = grid
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + margin} ${y + margin}h1v1h-1z` : '')))
    .join('')
  const name = title.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" role="img" aria-label="${name}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
}
