export interface PartResult {
  readonly name: string
  readonly minutes: number
  readonly engines: readonly string[]
  readonly did: string
  readonly failures: readonly string[]
  readonly status: number | string
}
export function runPart(
  name: string,
  program: string,
  args: readonly string[],
  options?: { readonly env?: NodeJS.ProcessEnv; readonly show?: (line: string) => void },
): Promise<PartResult>
export function tableOf(results: readonly PartResult[], at: string): string
