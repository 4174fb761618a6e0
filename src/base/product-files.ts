// Reads the files that the product brings: beside its code in a checkout or a package, or inside the single executable.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { getAssetKeys, getRawAsset, isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'

/** A folder of files, named by paths with slashes that begin at the folder. */
export interface FileFolder {
  /** Null when there is no such file. */
  read(path: string): Buffer | null
  /** The paths of all files below a folder, sorted; none when there is no such folder. */
  list(path: string): readonly string[]
  /** Changes whenever the file is replaced; null when there is no such file. */
  mark(path: string): string | null
}

/** Whether these are the sources. Else they are compiled into one folder `lib`, as `npm run dist` does. */
export const isSource: boolean = import.meta.url.endsWith('.ts')

/** Whether this process is the single executable. */
export const isExecutable: boolean = isSea()

/** The folder with package.json. The executable has its files inside; for it this is a path that does not exist. */
export const productFolder: string = fileURLToPath(new URL(isSource ? '../../' : '../', import.meta.url))

export const folderAt = (folder: string): FileFolder => ({
  read: path => ifThere(() => readFileSync(join(folder, path))),
  list: path =>
    (ifThere(() => readdirSync(join(folder, path), { recursive: true, withFileTypes: true })) ?? [])
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, '/').length).replaceAll('\\', '/'))
      .sort(),
  mark: path => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    return found ? `${found.mtimeMs} ${found.ino}` : null
  },
})

function ifThere<Result>(look: () => Result): Result | null {
  try {
    return look()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** The files inside the executable; they are never replaced. */
function insideExecutable(): FileFolder {
  const names = new Set(getAssetKeys())
  return {
    read: path => (names.has(path) ? Buffer.from(getRawAsset(path) as ArrayBuffer) : null),
    list: path => [...names].filter(name => name.startsWith(`${path}/`)).sort(),
    mark: path => (names.has(path) ? 'inside' : null),
  }
}

export const productFiles: FileFolder = isExecutable ? insideExecutable() : folderAt(productFolder)

/** A folder of a folder. */
export const folderIn = (folder: FileFolder, name: string): FileFolder => ({
  read: path => folder.read(posix.join(name, path)),
  list: path => folder.list(posix.join(name, path)).map(found => found.slice(name.length + 1)),
  mark: path => folder.mark(posix.join(name, path)),
})
