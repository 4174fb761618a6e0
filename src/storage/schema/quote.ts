// Quotes identifiers and literals for DDL, which takes no parameters.

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const quoteNames = (names: readonly string[]): string => names.map(quoteName).join(', ')

export const quoteLiteral = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
