// Declares the types of executable.mjs for the tests that import it.
interface Build {
  readonly platform: string
  readonly node: string
}
export function availableBuilds(folder?: string): Build[]
export function buildExecutable(build: Build, staged: string, version: string, folder: string): string
export function compressExecutable(path: string): string | null
