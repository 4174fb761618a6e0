// Declares the finding of a check, with a remedy for a problem.

export interface Finding {
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: string
  readonly todo?: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warn = (text: string, todo: string): Finding => ({ state: 'warn', text, todo })
export const fail = (text: string, todo: string): Finding => ({ state: 'fail', text, todo })
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
