// The file of an export before it is complete, and beside it the place where an interrupted export goes on.
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { ExportPosition } from '../../export/export.ts'

interface ExportState {
  /** A digest of what is exported: another export does not go on with this file. */
  readonly mark: string
  /** The bytes up to this position; what follows them is written anew. */
  readonly bytes: number
  readonly position: ExportPosition
}

export class PartialExport {
  readonly #file: string
  readonly #mark: string
  readonly #handle: FileHandle
  #bytes: number
  #position: ExportPosition | null

  private constructor(file: string, mark: string, handle: FileHandle, state: ExportState | null) {
    this.#file = file
    this.#mark = mark
    this.#handle = handle
    this.#bytes = state?.bytes ?? 0
    this.#position = state?.position ?? null
  }

  /** Opens the file behind what an interrupted export of the same mark has written. */
  static async open(file: string, mark: string): Promise<PartialExport> {
    const state = await stateOf(file, mark)
    const handle = await open(partName(file), 'a')
    await handle.truncate(state?.bytes ?? 0)
    return new PartialExport(file, mark, handle, state)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Where an interrupted export goes on; null when it begins. */
  get position(): ExportPosition | null {
    return this.#position
  }

  async beginAgain(): Promise<void> {
    this.#bytes = 0
    this.#position = null
    await rm(stateName(this.#file), { force: true })
    await this.#handle.truncate(0)
  }

  /** Appends a piece, and keeps the position behind it; null when nothing can go on there. */
  async append(piece: string | Uint8Array, position: ExportPosition | null): Promise<void> {
    await this.#handle.appendFile(piece)
    this.#bytes += Buffer.byteLength(piece)
    if (position === null) return
    this.#position = position
    const state: ExportState = { mark: this.#mark, bytes: this.#bytes, position }
    const name = stateName(this.#file)
    await writeFile(`${name}.new`, JSON.stringify(state))
    await rename(`${name}.new`, name)
  }

  /** Gives the file its name. */
  async finish(): Promise<void> {
    await this.#handle.close()
    await rename(partName(this.#file), this.#file)
    await rm(stateName(this.#file), { force: true })
  }

  /** Leaves the file to the next run, or removes it when that run would begin again. Returns whether the next run goes on. */
  async close(): Promise<boolean> {
    await this.#handle.close()
    if (this.#position !== null) return true
    await rm(partName(this.#file), { force: true })
    return false
  }
}

const partName = (file: string): string => `${file}.part`
const stateName = (file: string): string => `${file}.state`

/** The state of an interrupted export of this mark; null when there is none, or not all of its bytes. */
async function stateOf(file: string, mark: string): Promise<ExportState | null> {
  try {
    const state = JSON.parse(await readFile(stateName(file), 'utf8')) as ExportState
    const { size } = await stat(partName(file))
    return state.mark === mark && size >= state.bytes ? state : null
  } catch {
    return null
  }
}
