// Shows the four steps of an import, and where the person is.
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { type ImportStep, importSteps } from './import.ts'
import classes from './steps.module.css'

export function Steps({ step, isDone = false }: { step: ImportStep; isDone?: boolean }) {
  const { imports: t } = useTexts()
  const at = importSteps.indexOf(step)
  return (
    <ol className={classes.steps} aria-label={t.progress}>
      {importSteps.map((name, index) => {
        const isPassed = index < at || (isDone && index === at)
        return (
          <li
            key={name}
            className={classes.step}
            data-passed={isPassed || undefined}
            aria-current={name === step ? 'step' : undefined}
          >
            <span className={classes.sign}>{isPassed ? <Icon name="check" size={11} /> : index + 1}</span>
            {t.steps[name]}
          </li>
        )
      })}
    </ol>
  )
}
