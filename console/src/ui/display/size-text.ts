// Writes a number of bytes as people of a culture do.

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function sizeText(bytes: number, culture: string): string {
  const step = Math.min(bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const options = {
    style: 'unit',
    unit: units[step] as string,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const
  return new Intl.NumberFormat(culture, options).format(bytes / 1000 ** step)
}
