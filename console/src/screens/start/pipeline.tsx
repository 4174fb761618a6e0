// Shows what the open opportunities are worth, stage by stage, as the server has summed them up.
import { type Row, textOf } from '../../api/envelope.ts'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../../ui/addresses/page-link.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Section } from '../../ui/display/section.tsx'
import { Empty, Loading } from '../../ui/display/states.tsx'
import classes from './start.module.css'

interface Sum {
  readonly Value: number | null
  readonly DisplayValue: string
}

const sumOf = (row: Row): Sum => row['$SUM(CorporateRevenue)'] as Sum
const worth = (row: Row): number => Number(sumOf(row)?.Value ?? 0)

interface PipelineProps {
  readonly rows: readonly Row[] | undefined
  readonly total: Row | undefined
  readonly whose: 'mine' | 'all'
  readonly onWhose: (whose: 'mine' | 'all') => void
}

export function Pipeline({ rows, total, whose, onWhose }: PipelineProps) {
  const { start } = useTexts()
  const count = Number(total?.['$COUNT()'] ?? 0)
  const processes = Map.groupBy(rows ?? [], row => textOf(row.SalesProcessSetup))
  const most = Math.max(...(rows ?? []).map(worth), 1)
  return (
    <Section
      title={start.pipeline.title}
      aside={
        <div className={classes.controls}>
          <Segments
            label={start.pipeline.whose}
            value={whose}
            onChange={onWhose}
            data={[
              { value: 'mine', label: start.pipeline.mine },
              { value: 'all', label: start.pipeline.all },
            ]}
          />
          <PageLink to="board" className={classes.aside}>
            {start.pipeline.board}
          </PageLink>
        </div>
      }
    >
      {rows === undefined ? (
        <Loading rows={7} />
      ) : count === 0 ? (
        <Empty small title={start.pipeline.none} />
      ) : (
        <>
          <p className={classes.total}>
            <strong>{textOf(total && sumOf(total))}</strong>
            <span>{start.pipeline.count(count)}</span>
          </p>
          <p className={classes.note}>{start.pipeline.open}</p>
          {[...processes].map(([process, stages]) => (
            <div key={process} className={classes.process}>
              <h3>{process === '' ? start.pipeline.withoutProcess : process}</h3>
              <ul className={classes.list}>
                {stages.map(stage => (
                  <Stage key={textOf(stage['CurrentSalesStage/Setup'])} row={stage} share={worth(stage) / most} />
                ))}
              </ul>
            </div>
          ))}
        </>
      )}
    </Section>
  )
}

function Stage({ row, share }: { row: Row; share: number }) {
  const { start } = useTexts()
  return (
    <li className={classes.stage}>
      <span className={classes.bar} style={{ width: `${share * 100}%` }} />
      <span className={classes.stageName}>{textOf(row['CurrentSalesStage/Setup']) || start.pipeline.withoutStage}</span>
      <span className={classes.stageCount}>{String(row['$COUNT()'])}</span>
      <span className={classes.stageSum}>{textOf(sumOf(row))}</span>
    </li>
  )
}
