// Lists customers who have not been contacted for some time, the longest silence first.
import { Select } from '@mantine/core'
import { type Row, textOf } from '../../api/envelope.ts'
import { useTexts } from '../../texts/index.tsx'
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Initials } from '../../ui/display/initials.tsx'
import { Section } from '../../ui/display/section.tsx'
import { Empty, Loading } from '../../ui/display/states.tsx'
import classes from './start.module.css'

export const quietDays = ['30', '7', '14', '60', '90', '180', '365'] as const

type Days = (typeof quietDays)[number]
type Whose = 'mine' | 'all'

interface QuietEntriesProps {
  readonly rows: readonly Row[] | undefined
  readonly days: Days
  readonly whose: Whose
  readonly onChange: (patch: { days?: Days; whose?: Whose }) => void
}

export function QuietEntries({ rows, days, whose, onChange }: QuietEntriesProps) {
  const { start } = useTexts()
  const controls = (
    <div className={classes.controls}>
      <Segments
        label={start.quiet.manager}
        value={whose}
        onChange={value => onChange({ whose: value })}
        data={[
          { value: 'mine', label: start.quiet.mine },
          { value: 'all', label: start.quiet.all },
        ]}
      />
      <Select
        aria-label={start.quiet.since}
        className={classes.days}
        size="xs"
        allowDeselect={false}
        value={days}
        onChange={value => value && onChange({ days: value as Days })}
        data={[...quietDays]
          .sort((a, b) => Number(a) - Number(b))
          .map(value => ({ value, label: start.quiet.days(Number(value)) }))}
      />
    </div>
  )
  return (
    <Section title={start.quiet.title} aside={controls}>
      {rows === undefined ? (
        <Loading rows={8} />
      ) : rows.length === 0 ? (
        <Empty small title={start.quiet.none} />
      ) : (
        <ul className={classes.list}>
          {rows.map(row => (
            <li key={row.Key as string} className={classes.row}>
              <Initials name={textOf(row.FullName)} size={22} isSquare={row.Type === 'Company'} />
              <RecordLink entity="AbEntry" recordKey={row.Key as string} className={classes.name}>
                {textOf(row.FullName)}
              </RecordLink>
              <span className={classes.detail}>{textOf(row['Address/City'])}</span>
              <span className={classes.date}>{textOf(row.LastContactDate)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
