// Heads the page of an opportunity: its amount, close date, owner and next step, the path of its stages, and how it ends.
import { Button } from '@mantine/core'
import type { Row } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { type SalesProcess, type Stage, useSalesProcesses } from '../api/sales-processes.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import { memberText, shownText } from '../fields/field.ts'
import { InPlace } from '../fields/in-place.tsx'
import { positionIn, writtenPosition } from '../fields/position.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { EndButtons } from './ends.tsx'
import classes from './head.module.css'
import { type ClosedName, closedNameOf, inProgress } from './lanes.ts'

interface SaleHeadProps {
  readonly record: StoredRecord
  readonly fields: EntityFields
  readonly readOnly: boolean
}

export function SaleHead(props: SaleHeadProps) {
  const { record, fields, readOnly } = props
  const { record: words } = useTexts()
  const t = words.sale
  const end = closedNameOf(Number(memberText(record.fields.Status, 'Key')))
  const facts = [
    [t.amount, end === 'won' ? 'ActualRevenue' : 'ForecastRevenue'],
    [fields.of('CloseDate')?.label ?? '', 'CloseDate'],
    [fields.of('Leader')?.label ?? '', 'Leader'],
    [t.nextStep, 'NextAction'],
  ] as const
  return (
    <section className={classes.head} aria-label={t.facts}>
      <dl className={classes.facts}>
        {facts.map(([label, path]) => {
          const field = fields.of(path)
          return (
            field && (
              <div key={path} className={classes.fact} data-fact={path}>
                <dt>{label}</dt>
                <dd>
                  <InPlace field={{ ...field, label }} record={record} readOnly={readOnly} />
                </dd>
              </div>
            )
          )
        })}
      </dl>
      <Path {...props} end={end} />
    </section>
  )
}

function Path({ record, fields, readOnly, end }: SaleHeadProps & { end: ClosedName | undefined }) {
  const t = useTexts().record.sale
  const { data: processes = [] } = useSalesProcesses()
  const { writer } = useWorkspace()
  const { key, fields: values } = record
  const name = shownText(values.Objective)
  const process = processes.find(one => one.key === memberText(values.SalesProcessSetup, 'Key'))
  const stageKey = memberText(values.SalesStageSetup, 'Key')
  const change = (changes: Row, write: Row, label: string): void => {
    writer.update({ entity: 'Opportunity', key, changes, write: () => write, label }).catch(showFailure)
  }
  const place = (within: SalesProcess, stage: Stage | undefined): void => {
    const position = positionIn(within, stage?.key)
    change(position, writtenPosition(position), t.moved(name, stage?.name ?? within.name))
  }
  const reopen = (): void => {
    const Status = { Key: inProgress, DisplayValue: '' }
    change({ Status }, { Status: inProgress }, t.reopened(name))
  }
  return (
    <div className={classes.progress}>
      {process ? (
        <Stages
          stages={process.stages}
          current={stageKey}
          end={end}
          readOnly={readOnly || end !== undefined}
          onMove={stage => place(process, stage)}
        />
      ) : (
        !readOnly &&
        !end &&
        processes.length > 0 && (
          <div className={classes.choose}>
            <span>{t.choose}</span>
            {processes.map(one => (
              <Button key={one.key} variant="light" size="compact-sm" onClick={() => place(one, one.stages[0])}>
                {one.name}
              </Button>
            ))}
          </div>
        )
      )}
      {end ? (
        <div className={classes.ended}>
          <span className={classes.end} data-end={end}>
            {t[end]}
          </span>
          <span className={classes.reason}>{shownText(values.Reason)}</span>
          {!readOnly && (
            <Button variant="default" size="compact-sm" onClick={reopen}>
              {t.reopen}
            </Button>
          )}
        </div>
      ) : (
        !readOnly && <EndButtons record={record} fields={fields} name={name} />
      )}
    </div>
  )
}

interface StagesProps {
  readonly stages: readonly Stage[]
  readonly current: string
  readonly end: ClosedName | undefined
  readonly readOnly: boolean
  readonly onMove: (stage: Stage) => void
}

/** One click moves the sale along. */
function Stages({ stages, current, end, readOnly, onMove }: StagesProps) {
  const t = useTexts().record.sale
  const at = stages.findIndex(({ key }) => key === current)
  return (
    <ol className={classes.path} aria-label={t.path} data-end={end}>
      {stages.map((stage, index) => (
        <li key={stage.key} data-state={index === at ? 'here' : index < at ? 'passed' : 'ahead'}>
          <button
            type="button"
            disabled={readOnly || index === at}
            aria-current={index === at ? 'step' : undefined}
            aria-label={index === at ? t.here(stage.name) : t.toStage(stage.name)}
            onClick={() => onMove(stage)}
          >
            {index < at && <Icon name="check" size={12} />}
            <span className={classes.stage}>{stage.name}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
