// Makes a token that can only read and ends with the day, for a request that is copied into a terminal.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { type Secret, SecretOnce } from '../ui/controls/secret-once.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './explorer.module.css'

interface CreatedToken {
  readonly PersonalAccessToken: { readonly Data: { readonly Token: string } }
}

/** Midnight of this browser. */
function endOfToday(): Date {
  const end = new Date()
  end.setHours(23, 59, 59, 0)
  return end
}

export function TokenButton() {
  const { explorer } = useTexts()
  const { api, feed } = useWorkspace()
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const make = async (): Promise<void> => {
    setBusy(true)
    try {
      const end = endOfToday()
      const Data = {
        Key: null,
        Name: explorer.token.name(end.toISOString().slice(0, 10)),
        Scope: 'data.readonly',
        ExpirationDate: end.toISOString().replace(/\.\d+Z$/, 'Z'),
      }
      const made = await api.call<CreatedToken>('Create', { PersonalAccessToken: { Data } })
      feed.announce([{ entity: 'PersonalAccessToken', key: null }])
      const { Token } = made.PersonalAccessToken.Data
      setSecrets([
        { label: explorer.token.token, value: Token },
        { label: explorer.token.shell, value: `export TOKEN=${Token}` },
      ])
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        className={classes.token}
        loading={isBusy}
        leftSection={<Icon name="key" size={14} />}
        onClick={() => void make()}
      >
        {explorer.token.button}
      </Button>
      <SecretOnce
        title={explorer.token.title}
        hint={explorer.token.hint}
        secrets={secrets}
        onClose={() => setSecrets(null)}
      />
    </>
  )
}
