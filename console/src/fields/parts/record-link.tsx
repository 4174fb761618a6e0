// Links a reference to the screen of its record.
import { RecordLink as ScreenLink } from '../../ui/page-link.tsx'
import { memberOf, shownText, textOf } from '../field.ts'
import styles from '../fields.module.css'

/** `value` has a member for each entity where the reference may lead to several; the one that is set is meant. */
export function RecordLink({ entities, value }: { entities: readonly string[]; value: unknown }) {
  const [first = ''] = entities
  const entity = entities.length > 1 ? entities.find(one => memberOf(value, one)) : first
  return (
    <ScreenLink entity={entity ?? first} recordKey={textOf(value, 'Key')} className={styles.link}>
      {shownText(value)}
    </ScreenLink>
  )
}
