// Shows what matters today: tasks, records opened last, customers without contact, and the sums of open opportunities.
import { rowsOf } from '../api/envelope.ts'
import { useLocalChoice } from '../api/preferences.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Failed } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
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
  const [pipeline, setPipeline] = useLocalChoice<'mine' | 'all'>('pipeline', 'mine')
  const { data, error, refetch } = useRead(startRequest(Number(days), whose === 'mine', pipeline === 'mine'), {
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
              <DueTasks data={data} />
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
                whose={pipeline}
                onWhose={setPipeline}
              />
              <Recent />
            </div>
          </div>
        </div>
      )}
    </Page>
  )
}
