// Shows what matters today: tasks, records opened last, customers without contact, and the sums of open opportunities.
import { rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { Page } from '../ui/page.tsx'
import { choiceParam, useSearchParams } from '../ui/search-params.ts'
import { Failed } from '../ui/states.tsx'
import { Beginning } from './start/beginning.tsx'
import { DueTasks } from './start/due-tasks.tsx'
import { Greeting } from './start/greeting.tsx'
import { Pipeline } from './start/pipeline.tsx'
import { QuietEntries, quietDays } from './start/quiet-entries.tsx'
import { Recent } from './start/recent.tsx'
import { startRequest } from './start/request.ts'
import classes from './start/start.module.css'

const params = { days: choiceParam(quietDays), whose: choiceParam(['mine', 'all']) }

export default function Start() {
  const { start } = useTexts()
  const [{ days, whose }, setSearch] = useSearchParams(params)
  const { data, error, refetch } = useRead(startRequest(Number(days), whose === 'mine'), {
    title: start.title,
    keep: true,
  })
  const isEmpty = data !== undefined && rowsOf(data, 'AbEntry.any').length === 0
  return (
    <Page title={start.title}>
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : isEmpty ? (
        <Beginning />
      ) : (
        <div className={classes.page}>
          <Greeting />
          <div className={classes.columns}>
            <div className={classes.column}>
              <DueTasks rows={data && rowsOf(data, 'Task.due')} />
              <QuietEntries
                rows={data && rowsOf(data, 'AbEntry.quiet')}
                days={days}
                whose={whose}
                onChange={setSearch}
              />
            </div>
            <div className={classes.column}>
              <Pipeline
                rows={data && rowsOf(data, 'Opportunity.stages')}
                total={data && rowsOf(data, 'Opportunity.total')[0]}
              />
              <Recent />
            </div>
          </div>
        </div>
      )}
    </Page>
  )
}
