// Sets whether users need a second factor, how long they have to set it up, and what passkeys are for.
import { Button, NumberInput, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { FreshHint } from '../ui/controls/fresh-hint.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Loaded } from '../ui/display/states.tsx'
import type { FactorMode, PasskeyUse } from '../ui/factors.ts'
import { useChange } from '../ui/grants.ts'
import classes from './setup.module.css'

interface Policy {
  readonly Mode: FactorMode
  readonly GraceDays: number
  readonly Since: string | null
  readonly Passkeys: PasskeyUse
  /** Where browsers have passkeys; null where they have none. */
  readonly Address: string | null
}

const path = 'auth/v1/factor-policy'
const mostGraceDays = 365

export function FactorPolicy() {
  const { setup } = useTexts()
  const query = useGet<Policy>(path, { title: setup.areas.factors.title })
  return (
    <>
      <FreshHint />
      <Loaded query={query}>{policy => <PolicyForm key={JSON.stringify(policy)} policy={policy} />}</Loaded>
    </>
  )
}

function PolicyForm({ policy }: { policy: Policy }) {
  const words = useTexts().setup.factors
  const { api } = useWorkspace()
  const change = useChange()
  const [mode, setMode] = useState<FactorMode>(policy.Mode)
  const [days, setDays] = useState<number | string>(policy.GraceDays)
  const [passkeys, setPasskeys] = useState<PasskeyUse>(policy.Passkeys)
  const isRequired = mode === 'required' || mode === 'required-for-administrators'
  const save = async (): Promise<void> => {
    const body = { Mode: mode, GraceDays: Number(days) || 0, Passkeys: passkeys }
    if (await change(api.send('PUT', path, body))) notifications.show({ message: words.saved })
  }
  return (
    <form
      className={classes.provider}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Select
        label={words.mode}
        description={words.hints[mode]}
        allowDeselect={false}
        value={mode}
        onChange={value => value && setMode(value as FactorMode)}
        data={Object.entries(words.modes).map(([value, label]) => ({ value, label }))}
      />
      {isRequired && (
        <NumberInput
          label={words.grace}
          description={words.graceHint}
          min={0}
          max={mostGraceDays}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
      )}
      <Select
        label={words.passkeys}
        description={policy.Address === null ? words.noPasskeys : words.passkeyHints[passkeys]}
        allowDeselect={false}
        value={passkeys}
        onChange={value => value && setPasskeys(value as PasskeyUse)}
        data={Object.entries(words.passkeyUses).map(([value, label]) => ({ value, label }))}
      />
      {policy.Since !== null && (
        <p className={classes.refusal}>
          {words.since} <Moment iso={policy.Since} />
        </p>
      )}
      <div>
        <Button type="submit">{words.save}</Button>
      </div>
    </form>
  )
}
