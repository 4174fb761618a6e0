// A Markdown table whose cells may hold any text.

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
