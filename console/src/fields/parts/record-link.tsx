// Links a reference to the screen of its record.
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import { memberOf, memberText, shownText } from '../field.ts'
import styles from '../fields.module.css'

/** `value` has a member for each entity where the reference may lead to several; only one of them is set. */
export function ReferenceLink({ entities, value }: { entities: readonly string[]; value: unknown }) {
  const [first = ''] = entities
  const entity = entities.length > 1 ? entities.find(one => memberOf(value, one)) : first
  return (
    <RecordLink entity={entity ?? first} recordKey={memberText(value, 'Key')} className={styles.link}>
      {shownText(value)}
    </RecordLink>
  )
}
