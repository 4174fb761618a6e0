// Formats JSON for reading: what fits into a line stays in one.

const width = 100

export function formatJson(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  const flat = oneLine(value)
  if (indent.length + flat.length <= width || typeof value !== 'object' || value === null) return flat
  if (Array.isArray(value)) return `[\n${value.map(item => inner + formatJson(item, inner)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${formatJson(item, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The value with the first elements of each longer list, and a text that says how many more there are. */
export function shortened(value: unknown, first: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item, first)]))
  }
  const shown = value.slice(0, first).map(item => shortened(item, first))
  return value.length > first ? [...shown, `... and ${value.length - first} more`] : shown
}
