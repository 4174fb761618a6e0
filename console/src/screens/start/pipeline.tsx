// Shows what the open opportunities are worth, stage by stage, as the server has summed them up.
import { type Row, textOf } from '../../api/envelope.ts'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import classes from './start.module.css'

interface Sum {
  readonly Value: number | null
  readonly DisplayValue: string
}

const sumOf = (row: Row): Sum => row['$SUM(CorporateRevenue)'] as Sum
const worth = (row: Row): number => Number(sumOf(row)?.Value ?? 0)

export function Pipeline({ rows, total }: { rows: readonly Row[] | undefined; total: Row | undefined }) {
  const { start } = useTexts()
  const count = Number(total?.['$COUNT()'] ?? 0)
  const processes = Map.groupBy(rows ?? [], row => textOf(row.SalesProcessSetup))
  const most = Math.max(...(rows ?? []).map(worth), 1)
  return (
    <Section
      title={start.pipeline.title}
      aside={
        <PageLink to="board" className={classes.aside}>
          {start.pipeline.board}
        </PageLink>
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
