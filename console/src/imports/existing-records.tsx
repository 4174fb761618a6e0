// Asks by what rows recognise records that exist, and what they do with them.
import { Checkbox, NativeSelect } from '@mantine/core'
import { type Field, fullLabel } from '../fields/field.ts'
import { useTexts } from '../texts/index.tsx'
import { Section } from '../ui/display/section.tsx'
import classes from './columns.module.css'
import type { ImportDetails } from './import.ts'
import {
  externalMatch,
  hasOwnKeys,
  type Mapping,
  matchable,
  mostMatched,
  namesCompanies,
  rowsWithoutMatch,
} from './mapping.ts'
import { useCountText } from './use-count-text.ts'

interface Props {
  readonly found: ImportDetails
  readonly mapping: Mapping
  readonly labelOf: (path: string) => Field | undefined
  readonly onChange: (mapping: Mapping) => void
}

const actions = ['update', 'fill', 'skip'] as const
const cells = ['leave', 'clear'] as const
const unidentified = ['create', 'reject'] as const

export function ExistingRecords({ found, mapping, labelOf, onChange }: Props) {
  const { columns: t } = useTexts().imports
  const hasKeys = hasOwnKeys(mapping)
  const isMatched = hasKeys || mapping.match.length > 0
  return (
    <div className={classes.existing}>
      <Section title={t.existing}>
        <div className={classes.choices}>
          {!hasKeys && <MatchChoice found={found} mapping={mapping} labelOf={labelOf} onChange={onChange} />}
          {isMatched && (
            <div className={classes.selects}>
              <NativeSelect
                label={t.onMatch}
                value={mapping.onMatch}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ ...mapping, onMatch: actions.find(one => one === value) ?? 'update' })
                }
                data={actions.map(value => ({ value, label: t.onMatches[value] }))}
              />
              <NativeSelect
                label={t.empty}
                value={mapping.empty}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ ...mapping, empty: cells.find(one => one === value) ?? 'leave' })
                }
                data={cells.map(value => ({ value, label: t.empties[value] }))}
              />
            </div>
          )}
          {namesCompanies(mapping) && (
            <Checkbox
              label={t.createParents}
              checked={mapping.createParents}
              onChange={event => onChange({ ...mapping, createParents: event.currentTarget.checked })}
            />
          )}
        </div>
      </Section>
    </div>
  )
}

function MatchChoice({ found, mapping, labelOf, onChange }: Props) {
  const { columns: t } = useTexts().imports
  const countText = useCountText()
  const { match } = mapping
  const missing = rowsWithoutMatch(mapping, found.columns, found.rows)
  const toggle = (path: string, isOn: boolean): void =>
    onChange({ ...mapping, match: isOn ? [...match, path] : match.filter(one => one !== path) })
  const label = (path: string): string => {
    const field = labelOf(path)
    return path === externalMatch ? t.matchExternal : field ? fullLabel(field) : path
  }
  return (
    <fieldset className={classes.match}>
      <legend>{t.match}</legend>
      <div className={classes.checks}>
        {matchable(mapping).map(path => (
          <Checkbox
            key={path}
            label={label(path)}
            checked={match.includes(path)}
            disabled={match.length >= mostMatched && !match.includes(path)}
            onChange={event => toggle(path, event.currentTarget.checked)}
          />
        ))}
      </div>
      {match.length === 0 && <p className={classes.matchHint}>{t.noMatch}</p>}
      {missing > 0 && (
        <NativeSelect
          label={t.withoutMatch(countText(missing))}
          value={mapping.unidentified}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...mapping, unidentified: value === 'reject' ? 'reject' : 'create' })
          }
          data={unidentified.map(value => ({ value, label: t.unidentified[value] }))}
        />
      )}
    </fieldset>
  )
}
