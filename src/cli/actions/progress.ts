// Reports progress: a bar on a terminal, an occasional line elsewhere, nothing with --json.
import type { Output } from '../output.ts'

interface Progress {
  update(done: number, total: number): void
  /** Finishes the terminal line. */
  end(): void
}

const width = 28
const drawEveryMs = 80
const lineEveryMs = 5000

export function progress(output: Output, label: string, now: () => number = () => performance.now()): Progress {
  if (output.json) return { update: () => {}, end: () => {} }
  const started = now()
  let last = output.interactive ? Number.NEGATIVE_INFINITY : started
  let drawn = false
  return {
    update: (done, total) => {
      const at = now()
      if (at - last < (output.interactive ? drawEveryMs : lineEveryMs) && done < total) return
      if (!output.interactive && at - started < lineEveryMs) return
      last = at
      const text = describe(label, done, total, at - started)
      if (!output.interactive) output.note(text)
      else {
        drawn = true
        output.draw(`\r${text}\x1b[K`)
      }
    },
    end: () => {
      if (drawn) output.draw('\n')
    },
  }
}

function describe(label: string, done: number, total: number, elapsedMs: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(part * width)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
  const left = part > 0 && part < 1 ? `  ${duration((elapsedMs / part) * (1 - part))} left` : `  ${duration(elapsedMs)}`
  const counts = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
  return `${label}  ${bar} ${String(Math.floor(part * 100)).padStart(3)}%  ${counts}${left}`
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
