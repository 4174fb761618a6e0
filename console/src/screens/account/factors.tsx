// Sets up the person's authenticator app by a QR code and removes it, lists passkeys, and replaces recovery codes.
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { problemsAt } from '../../api/errors.ts'
import { useGet } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/controls/confirm-button.tsx'
import { FreshHint } from '../../ui/controls/fresh-hint.tsx'
import { Moment } from '../../ui/display/moment.tsx'
import { Loaded, Loading } from '../../ui/display/states.tsx'
import type { FactorStanding } from '../../ui/factors.ts'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import { useChange } from '../../ui/grants.ts'
import classes from './account.module.css'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Setup {
  readonly Secret: string
  readonly Qr: string
  readonly Setup: string
}

const path = 'auth/v1/factors'

export function Factors() {
  const { account } = useTexts()
  const words = account.factors
  const { api } = useWorkspace()
  const query = useGet<FactorStanding>(path, { title: words.title })
  const change = useChange()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = (): void => {
    api.send<Setup>('POST', `${path}/totp`, {}).then(setSetup, showFailure)
  }
  const renew = async (): Promise<void> => {
    await change(
      api.send<{ RecoveryCodes: string[] }>('POST', `${path}/recovery-codes`, {}).then(a => setCodes(a.RecoveryCodes)),
    )
  }
  return (
    <>
      <FreshHint />
      <Loaded query={query} loading={<Loading rows={1} height={40} />}>
        {standing => (
          <>
            <AuthenticatorApp standing={standing} onBegin={begin} />
            <Passkeys standing={standing} onCodes={setCodes} />
            {hasFactor(standing) && (
              <div className={classes.factorButtons}>
                <p>{words.codesLeft(standing.RecoveryCodes)}</p>
                <ConfirmButton label={words.renew} onConfirm={() => void renew()} />
              </div>
            )}
          </>
        )}
      </Loaded>
      {setup && (
        <SetUp
          setup={setup}
          onClose={() => setSetup(null)}
          onDone={async made => {
            setSetup(null)
            setCodes(made)
            await change(Promise.resolve())
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

const hasFactor = ({ Totp, Passkeys: all }: FactorStanding): boolean => Totp !== null || all.length > 0

function AuthenticatorApp({ standing, onBegin }: { standing: FactorStanding; onBegin: () => void }) {
  const words = useTexts().account.factors
  const { api } = useWorkspace()
  const change = useChange()
  const { Mode, Totp, RequiredFrom, Passkeys: all } = standing
  if (Totp === null) {
    return (
      <>
        <p className={classes.hint}>{Mode === 'off' ? words.off : words.none}</p>
        {RequiredFrom !== null && all.length === 0 && (
          <p>
            {words.requiredFrom} <Moment iso={RequiredFrom} />
          </p>
        )}
        {Mode !== 'off' && <Button onClick={onBegin}>{words.setUp}</Button>}
      </>
    )
  }
  return (
    <div className={classes.factorButtons}>
      <p>
        {words.since} <Moment iso={Totp.Created} />.
      </p>
      {(RequiredFrom === null || all.length > 0) && (
        <ConfirmButton label={words.remove} onConfirm={() => void change(api.send('DELETE', `${path}/totp`))} />
      )}
    </div>
  )
}

interface SetUpProps {
  readonly setup: Setup
  readonly onClose: () => void
  readonly onDone: (codes: readonly string[]) => void
}

function SetUp({ setup: { Secret, Qr, Setup: token }, onClose, onDone }: SetUpProps) {
  const { account, ui } = useTexts()
  const words = account.factors
  const { api } = useWorkspace()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    try {
      const body = { Setup: token, Code: code }
      onDone((await api.send<{ RecoveryCodes: string[] }>('PUT', `${path}/totp`, body)).RecoveryCodes)
    } catch (error) {
      const atCode = problemsAt(error, 'Code')[0]
      setProblem(atCode?.message ?? null)
      if (!atCode) showFailure(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={words.setUp} closeButtonProps={{ 'aria-label': ui.close }}>
      <form className={classes.form} onSubmit={event => void send(event)}>
        <p className={classes.hint}>{words.scan}</p>
        <img className={classes.qr} src={`data:image/svg+xml,${encodeURIComponent(Qr)}`} alt={words.qr} />
        <p className={classes.hint}>{words.type}</p>
        <code className={classes.secret}>{Secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <TextInput
          data-autofocus
          required
          label={words.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={code}
          error={problem}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {words.setUp}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
