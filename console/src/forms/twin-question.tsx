// Asks in the form of a new record whether it is one of those that exist, which the person can open, or another one.
import { Badge, Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { recordPath } from '../ui/addresses/paths.ts'
import { Initials } from '../ui/display/initials.tsx'
import classes from './twin-question.module.css'
import type { Twin } from './twins.ts'

interface Props {
  readonly entity: string
  readonly twins: readonly Twin[]
  readonly onCreate: () => void
}

/** What people tell entries apart by. */
const facts = ['Email', 'Phone', 'Address/City', 'Parent'] as const
const scope = {
  ...{ Key: 1, DisplayValue: 1, Type: { Key: 1 }, Email: 1, Phone: 1 },
  ...{ 'Address/City': 1, Parent: { DisplayValue: 1 } },
}

export function TwinQuestion({ entity, twins, onCreate }: Props) {
  const { duplicates: t } = useTexts()
  const go = useGo()
  const label = useId()
  const question = useRef<HTMLElement>(null)
  const criteria = { SearchQuery: { Key: { $IN: twins.map(({ Key }) => Key) } } }
  const { data } = useRead({ [entity]: { Scope: { Fields: scope }, Criteria: criteria } }, { title: t.title })
  const rows = rowsOf(data, entity)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is a new question
  useEffect(() => question.current?.querySelector('button')?.focus(), [twins])
  return (
    <section ref={question} className={classes.question} aria-labelledby={label}>
      <p id={label} role="alert" className={classes.title}>
        {t.twins.title(twins.length)}
      </p>
      <ul className={classes.twins}>
        {twins.map(twin => (
          <TwinLine
            key={twin.Key}
            twin={twin}
            row={rows.find(({ Key }) => Key === twin.Key)}
            onOpen={() => go(recordPath(entity, twin.Key) ?? '')}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <span className={classes.hint}>{t.twins.hint}</span>
        <Button variant="default" onClick={onCreate}>
          {t.twins.create}
        </Button>
      </div>
    </section>
  )
}

/** One of the existing records; `row` comes after it. */
function TwinLine({ twin, row, onOpen }: { twin: Twin; row: Row | undefined; onOpen: () => void }) {
  const { duplicates: t, ui } = useTexts()
  const name = row ? textOf(row.DisplayValue) : ui.states.loading
  const known = facts.map(path => textOf(row?.[path])).filter(Boolean)
  return (
    <li className={classes.twin}>
      <Initials name={name} size={32} isSquare={(row?.Type as Row | undefined)?.Key === 'Company'} />
      <div className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>{known.join(' · ')}</span>
        <span className={classes.reasons}>
          {twin.Reasons.map(reason => (
            <Badge key={reason} color="gray">
              {t.reasons[reason]}
            </Badge>
          ))}
        </span>
      </div>
      <Button variant="light" aria-label={`${t.twins.open}: ${name}`} onClick={onOpen}>
        {t.twins.open}
      </Button>
    </li>
  )
}
