// Names the periods that date filters offer, with their functions of the query language.

/** The names stand in URLs: they never change their meaning. */
export const periods = {
  today: '$TODAY()',
  yesterday: '$OFFSET(D-1, $TODAY())',
  tomorrow: '$OFFSET(D+1, $TODAY())',
  thisweek: '$THISWEEK()',
  lastweek: '$OFFSET(W-1, $THISWEEK())',
  nextweek: '$OFFSET(W+1, $THISWEEK())',
  thismonth: '$THISMONTH()',
  lastmonth: '$OFFSET(M-1, $THISMONTH())',
  nextmonth: '$OFFSET(M+1, $THISMONTH())',
  thisyear: '$THISYEAR()',
  lastyear: '$OFFSET(Y-1, $THISYEAR())',
  nextyear: '$OFFSET(Y+1, $THISYEAR())',
} as const

type Period = keyof typeof periods

export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text)

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text)

/** A day is a period too: `$EQ` finds every moment of it. */
export const periodLiteral = (text: string): unknown => (isPeriod(text) ? periods[text] : text)

export function periodText(literal: unknown): string | null {
  const [name] = Object.entries(periods).find(([, text]) => text === literal) ?? []
  return name ?? (typeof literal === 'string' && isDay(literal) ? literal : null)
}

/** The units of "the last 7 days", as the query language spells them. */
export const units = ['D', 'W', 'M', 'Y'] as const
