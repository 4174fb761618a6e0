// Lists names and values in two columns.
import type { ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
