// Shows a column of the file with examples, the field that it is, and what has to be decided about its values.
import { TextInput, UnstyledButton } from '@mantine/core'
import type { Problem } from '../api/errors.ts'
import { type Field, fullLabel } from '../fields/field.ts'
import { FieldPicker } from '../fields/field-picker.tsx'
import { ProblemList } from '../fields/problems.tsx'
import { useTexts } from '../texts/index.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Icon } from '../ui/display/icons.tsx'
import classes from './columns.module.css'
import { type DateOrder, type DecimalMark, dateOrders, decimalMarks, type ImportColumn } from './import.ts'
import { type Mapping, sourceOf, undecidedDates, undecidedDecimals, withSource, withTarget } from './mapping.ts'
import { entryOf, externalKey, factsOf, nothing, parentKey, targetOf } from './targets.ts'
import { UnknownOptions } from './unknown-options.tsx'

interface Props {
  readonly column: ImportColumn
  readonly rows: number
  readonly mapping: Mapping
  readonly targets: readonly Field[]
  readonly problems: readonly Problem[]
  readonly onChange: (mapping: Mapping) => void
}

export function ColumnLine({ column, rows, mapping, targets, problems, onChange }: Props) {
  const { columns: t } = useTexts().imports
  const { name, samples, filled } = column
  const entry = entryOf(mapping.columns[name])
  const target = targets.find(({ path }) => path === entry)
  const label = target ? fullLabel(target) : entry
  const isUsed = entry !== nothing
  return (
    <li className={classes.line} data-unused={!isUsed || undefined}>
      <div className={classes.column}>
        <div className={classes.columnName}>
          <span>{name}</span>
          {filled < rows && (
            <span className={classes.fill}>
              {filled === 0 ? t.emptyColumn : t.filled(Math.floor((filled / rows) * 100))}
            </span>
          )}
        </div>
        <div className={classes.samples}>{samples.join(' · ')}</div>
      </div>
      <span className={classes.arrow} aria-hidden="true">
        <Icon name="right" size={14} />
      </span>
      <div className={classes.target}>
        <FieldPicker
          fields={targets}
          onPick={({ path }) => onChange(withTarget(mapping, name, targetOf(path, sourceOf(mapping))))}
        >
          {open => (
            <UnstyledButton className={classes.picker} aria-label={`${t.fieldOf(name)}: ${label}`} onClick={open}>
              <span>{label}</span>
              <Icon name="down" size={12} />
            </UnstyledButton>
          )}
        </FieldPicker>
        {(entry === externalKey || entry === parentKey) && (
          <TextInput
            size="xs"
            label={t.source}
            description={t.sourceHint}
            required
            value={sourceOf(mapping)}
            onChange={event => onChange(withSource(mapping, event.currentTarget.value))}
          />
        )}
        <Decisions column={column} target={target} mapping={mapping} onChange={onChange} />
        {target?.hasOptions && isFixedList(target) && (
          <UnknownOptions column={column} field={target} mapping={mapping} onChange={onChange} />
        )}
        <ProblemList problems={problems} />
      </div>
    </li>
  )
}

/** Any text may be written where options are suggestions alone; users are named by their own names. */
const isFixedList = ({ kind }: Field): boolean => kind === 'option' || kind === 'options'

type DecisionProps = Pick<Props, 'column' | 'mapping' | 'onChange'> & { readonly target: Field | undefined }

/** How dates and numbers are to be read, where the file does not say. */
function Decisions({ column, target, mapping, onChange }: DecisionProps) {
  const { columns: t } = useTexts().imports
  const { name } = column
  const dates = undecidedDates(column, factsOf(target))
  const decimals = undecidedDecimals(column, factsOf(target))
  return (
    <>
      {dates && (
        <Decision<DateOrder>
          label={t.dates(name)}
          value={mapping.dates[name]}
          choices={dates.length > 0 ? dates : dateOrders}
          words={t.dateOrders}
          onChoose={order => onChange({ ...mapping, dates: { ...mapping.dates, [name]: order } })}
        />
      )}
      {decimals && (
        <Decision<DecimalMark>
          label={t.decimals(name)}
          value={mapping.decimals[name]}
          choices={decimals.length > 0 ? decimals : decimalMarks}
          words={t.decimalMarks}
          onChoose={mark => onChange({ ...mapping, decimals: { ...mapping.decimals, [name]: mark } })}
        />
      )}
    </>
  )
}

interface DecisionChoice<T extends string> {
  readonly label: string
  readonly value: T | undefined
  readonly choices: readonly T[]
  readonly words: Readonly<Record<T, string>>
  readonly onChoose: (value: T) => void
}

function Decision<T extends string>({ label, value, choices, words, onChoose }: DecisionChoice<T>) {
  return (
    <div className={classes.decision} data-open={value === undefined || undefined}>
      <span className={classes.question}>
        {value === undefined && <Icon name="warning" size={13} />}
        {label}
      </span>
      <Segments
        label={label}
        value={value ?? ''}
        onChange={onChoose}
        data={choices.map(choice => ({ value: choice, label: words[choice] }))}
      />
    </div>
  )
}
