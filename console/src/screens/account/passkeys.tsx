// Lists the person's passkeys, sets up new ones in this browser, renames and removes them.
import { Button, Modal, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/controls/confirm-button.tsx'
import { Moment } from '../../ui/display/moment.tsx'
import { SimpleTable } from '../../ui/display/simple-table.tsx'
import { agentName } from '../../ui/display/user-agent.ts'
import type { FactorStanding, Passkey } from '../../ui/factors.ts'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import { useChange } from '../../ui/grants.ts'
import { hasPasskeys, makePasskey, type ServerOptions } from '../../ui/webauthn.ts'
import classes from './account.module.css'

interface PasskeysProps {
  readonly standing: FactorStanding
  /** New recovery codes, which come with the first factor. */
  readonly onCodes: (codes: readonly string[]) => void
}

const path = 'auth/v1/factors/passkeys'
const nameMaxLength = 80

export function Passkeys({ standing: { Passkeys: all, PasskeyUse: use }, onCodes }: PasskeysProps) {
  const { account } = useTexts()
  const words = account.passkeys
  const { api } = useWorkspace()
  const change = useChange()
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [isAsking, setAsking] = useState(false)
  if (use === 'off' && all.length === 0) return null
  const add = async (): Promise<void> => {
    setAsking(true)
    try {
      const { Options } = await api.send<{ Options: ServerOptions }>('POST', path, {})
      const Answer = await makePasskey(Options)
      if (!Answer) return void notifications.show({ message: words.notMade })
      const Name = agentName(navigator.userAgent, account.session)
      const made = await api.send<{ RecoveryCodes: string[] | null }>('PUT', path, { Answer, Name })
      if (made.RecoveryCodes) onCodes(made.RecoveryCodes)
      await change(Promise.resolve())
    } catch (error) {
      showFailure(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <p className={classes.hint}>{use === 'alone' ? words.hintAlone : words.hint}</p>
      {all.length > 0 && (
        <SimpleTable
          label={words.title}
          rows={all}
          keyOf={({ Id }) => Id}
          columns={[
            { title: words.name, cell: ({ Name }) => Name },
            { title: words.since, cell: ({ Created }) => <Moment iso={Created} /> },
            { title: words.used, cell: ({ Used }) => Used && <Moment iso={Used} /> },
            {
              title: account.action,
              align: 'right',
              cell: passkey => (
                <div className={classes.rowButtons}>
                  <Button variant="default" onClick={() => setRenamed(passkey)}>
                    {words.rename}
                  </Button>
                  <ConfirmButton
                    label={words.remove}
                    onConfirm={() => void change(api.send('DELETE', `${path}/${passkey.Id}`))}
                  />
                </div>
              ),
            },
          ]}
        />
      )}
      {use !== 'off' &&
        (hasPasskeys() ? (
          <div>
            <Button loading={isAsking} onClick={() => void add()}>
              {words.setUp}
            </Button>
          </div>
        ) : (
          <p className={classes.hint}>{words.unavailable}</p>
        ))}
      {renamed && <Rename passkey={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { account, ui } = useTexts()
  const words = account.passkeys
  const { api } = useWorkspace()
  const change = useChange()
  const [name, setName] = useState(passkey.Name)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await change(api.send('PATCH', `${path}/${passkey.Id}`, { Name: name }))) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={words.rename} closeButtonProps={{ 'aria-label': ui.close }}>
      <form className={classes.form} onSubmit={event => void save(event)}>
        <TextInput
          data-autofocus
          required
          label={words.name}
          maxLength={nameMaxLength}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit">{words.save}</Button>
        </div>
      </form>
    </Modal>
  )
}
