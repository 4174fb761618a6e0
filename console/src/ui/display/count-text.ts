// Writes a count as people of a culture do: "10,000+" where counting stopped.

interface Counted {
  /** Null until it is known. */
  readonly count: number | null
  readonly isMore: boolean
}

export const countText = ({ count, isMore }: Counted, culture: string): string =>
  count === null ? '…' : `${new Intl.NumberFormat(culture).format(count)}${isMore ? '+' : ''}`
