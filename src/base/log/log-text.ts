// Turns a line of the log into text for people.

const colours: Record<string, string> = { warn: '\x1b[33m', error: '\x1b[31m', fatal: '\x1b[31m', debug: '\x1b[2m' }
const plain = '\x1b[0m'

export function readableLine(json: string): string {
  const { time, level, msg, error, ...rest } = JSON.parse(json) as Record<string, unknown>
  const details = Object.entries(rest).map(([name, value]) => ` ${name}=${showValue(value)}`)
  const stack = (error as { stack?: string } | undefined)?.stack
  const colour = colours[String(level)]
  const head = `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${msg}`
  return `${colour ? colour + head + plain : head}${details.join('')}\n${stack ? `${stack}\n` : ''}`
}

function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\s"]/.test(text) ? JSON.stringify(text) : text
}
