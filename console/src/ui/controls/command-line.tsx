// Names what only the command line can do, with the command to copy.
import { useTexts } from '../../texts/index.tsx'
import classes from './command-line.module.css'
import { CopyButton } from './copy-button.tsx'

export function CommandLine({ hint, command }: { hint: string; command: string }) {
  const { ui } = useTexts()
  return (
    <aside className={classes.command}>
      <p>{hint}</p>
      <div className={classes.commandLine}>
        <code>{command}</code>
        <CopyButton text={command} label={ui.copy} />
      </div>
    </aside>
  )
}
