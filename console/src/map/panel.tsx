// Lists the entries of the chosen place or area beside the map, and opens them as a list with the same conditions.
import { Button } from '@mantine/core'
import { type Body, rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { PageLink, RecordLink } from '../ui/addresses/page-link.tsx'
import { countText } from '../ui/display/count-text.ts'
import { Icon } from '../ui/display/icons.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import classes from './map.module.css'

const most = 50
const countLimit = 10_000
const count = `$COUNTUPTO(${countLimit + 1})`

interface PanelProps {
  readonly title: string
  readonly criteria: Body
  /** The same conditions in the address of the list. */
  readonly filter: string
  /** How many entries the map cannot show. */
  readonly without: number
  readonly onClear: (() => void) | null
}

export function Panel({ title, criteria, filter, without, onClear }: PanelProps) {
  const { map } = useTexts()
  const { culture } = useWorkspace().session
  const Criteria = { SearchQuery: criteria }
  const members = {
    'AbEntry.found': {
      Scope: { Fields: { Key: 1, FullName: 1, Type: { Key: 1, DisplayValue: 1 }, 'Address/City': 1 } },
      Criteria,
      OrderBy: { Fields: [{ FullName: 'ASC' }], PageSize: most },
    },
    'AbEntry.count': { Scope: { Fields: { [count]: 1 } }, Criteria },
  }
  const query = useRead(members, { title: map.found, keep: true })
  const found = Number(rowsOf(query.data, 'AbEntry.count')[0]?.[count] ?? 0)
  return (
    <aside className={classes.panel} aria-label={map.found}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <p data-found>
          {query.data
            ? map.entries(countText({ count: Math.min(found, countLimit), isMore: found > countLimit }, culture))
            : '…'}
        </p>
        {without > 0 && <p>{map.without(without)}</p>}
        <div className={classes.buttons}>
          <Button
            component={PageLink}
            variant="default"
            to="entries"
            search={{ filter }}
            leftSection={<Icon name="list" size={14} />}
          >
            {map.asList}
          </Button>
          {onClear && (
            <Button variant="subtle" color="gray" onClick={onClear}>
              {map.clear}
            </Button>
          )}
        </div>
      </div>
      <Loaded query={query}>
        {data => {
          const rows = rowsOf(data, 'AbEntry.found')
          if (rows.length === 0) return <Empty icon="map" title={map.noneHere} hint={map.noneHereHint} />
          return (
            <ul className={classes.list}>
              {rows.map(row => (
                <li key={String(row.Key)}>
                  <RecordLink entity="AbEntry" recordKey={String(row.Key)} className={classes.entry}>
                    <span>{textOf(row.FullName)}</span>
                    <span>{[textOf(row.Type), textOf(row['Address/City'])].filter(Boolean).join(' · ')}</span>
                  </RecordLink>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </aside>
  )
}
