// Lists the records that the person opened last.
import { useTexts } from '../../texts/index.tsx'
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import { entityIcon, useRecent } from '../../ui/addresses/recent.ts'
import { Icon } from '../../ui/display/icons.tsx'
import { Section } from '../../ui/display/section.tsx'
import { Empty } from '../../ui/display/states.tsx'
import classes from './start.module.css'

export function Recent() {
  const { start, entities } = useTexts()
  const records = useRecent(8, start.recent.title)
  return (
    <Section title={start.recent.title}>
      {records.length === 0 ? (
        <Empty small title={start.recent.none} />
      ) : (
        <ul className={classes.list}>
          {records.map(({ entity, key, name }) => (
            <li key={key} className={classes.row}>
              <Icon name={entityIcon(entity)} />
              <RecordLink entity={entity} recordKey={key} className={classes.name}>
                {name}
              </RecordLink>
              <span className={classes.date}>{entities[entity as keyof typeof entities]?.one ?? entity}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
