// Draws the first cell of a row: the name as a link to the record, for entries with initials.
import { memberOf } from '../../fields/field.ts'
import type { TitleOf } from '../../table/row.tsx'
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import { Initials } from '../../ui/display/initials.tsx'
import type { ListDefinition } from './definition.ts'
import styles from './list.module.css'

const known = new Map<string, TitleOf>()

/** The same function for the same entity, so that rows need not be drawn again. */
export function titleOf({ entity, title, tabs }: ListDefinition): TitleOf {
  const made = known.get(entity)
  if (made) return made
  const draw: TitleOf = (key, fields, name) => (
    <>
      {tabs !== undefined && (
        <Initials name={String(fields[title] ?? '')} isSquare={memberOf(fields[tabs], 'Key') === 'Company'} />
      )}
      <RecordLink entity={entity} recordKey={key} className={styles.titleLink} tabIndex={-1}>
        {name}
      </RecordLink>
    </>
  )
  known.set(entity, draw)
  return draw
}
