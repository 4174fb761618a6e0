// Offers what to do first in an empty database.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { useGo } from '../../ui/addresses/addresses.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Icon, type IconName } from '../../ui/display/icons.tsx'
import { asCurl } from '../../ui/frame/request-drawer.tsx'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import classes from './start.module.css'

const firstRead = { AbEntry: { Scope: { Fields: { Key: 1, FullName: 1 } }, Criteria: { SearchQuery: {}, Top: 3 } } }

export function Beginning() {
  const { start, ui } = useTexts()
  const { session } = useWorkspace()
  const go = useGo()
  const curl = asCurl({ operation: 'Read', body: firstRead })
  return (
    <div className={classes.beginning}>
      <h2>{start.empty.title}</h2>
      <p>{start.empty.hint}</p>
      <StartOption icon="people" title={start.empty.entry} hint={start.empty.entryHint}>
        <Button onClick={() => go('entries', { search: { new: '1' } })}>{start.empty.entry}</Button>
      </StartOption>
      <StartOption icon="upload" title={start.empty.file} hint={start.empty.fileHint}>
        <Button variant="default" onClick={() => go('imports')}>
          {start.empty.importFile}
        </Button>
      </StartOption>
      {session.user.administrator && (
        <StartOption icon="database" title={start.empty.sample} hint={start.empty.sampleHint}>
          <SampleButton />
        </StartOption>
      )}
      <StartOption icon="code" title={start.empty.curl} hint={start.empty.curlHint}>
        <Command text={curl} copy={ui.copy} />
        <Button variant="default" onClick={() => go('account', { search: { tab: 'tokens' } })}>
          {start.empty.makeToken}
        </Button>
      </StartOption>
    </div>
  )
}

function SampleButton() {
  const { start } = useTexts()
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.send('POST', 'sample-data', {})
      await queries.invalidateQueries()
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => void add()}>
      {start.empty.addSample}
    </Button>
  )
}

interface StartOptionProps {
  readonly icon: IconName
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

function StartOption({ icon, title, hint, children }: StartOptionProps) {
  return (
    <section className={classes.step}>
      <Icon name={icon} size={18} />
      <div>
        <h3>{title}</h3>
        <p>{hint}</p>
        {children}
      </div>
    </section>
  )
}

function Command({ text, copy }: { text: string; copy: string }) {
  return (
    <div className={classes.command}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <code tabIndex={0}>{text}</code>
      <CopyButton text={text} label={copy} />
    </div>
  )
}
