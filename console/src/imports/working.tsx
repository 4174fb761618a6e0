// Shows how far the server is with an import.
import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/index.tsx'
import { type ImportDetails, progressOf } from './import.ts'
import classes from './imports.module.css'
import { useCountText } from './use-count-text.ts'

export function Working({ found, title, children }: { found: ImportDetails; title: string; children?: ReactNode }) {
  const { imports: t } = useTexts()
  const countText = useCountText()
  const { done, total, percent } = progressOf(found)
  return (
    <div className={classes.working}>
      <h2>{title}</h2>
      <Progress size="md" value={percent} aria-label={title} />
      <div className={classes.workingFoot}>
        <span className="tabular" role="status">
          {t.done(countText(done), countText(total))}
        </span>
        {children}
      </div>
      <p>{t.result.leave}</p>
    </div>
  )
}
