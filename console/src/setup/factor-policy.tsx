// Sets whether users need a second factor, and how long they have to set it up.
import { Button, NumberInput, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { FreshHint } from '../ui/controls/fresh-hint.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Loaded } from '../ui/display/states.tsx'
import type { FactorMode } from '../ui/factors.ts'
import { useChange } from '../ui/grants.ts'
import classes from './setup.module.css'

interface Policy {
  readonly Mode: FactorMode
  readonly GraceDays: number
  readonly Since: string | null
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
  const isRequired = mode === 'required' || mode === 'required-for-administrators'
  const save = async (): Promise<void> => {
    const body = { Mode: mode, GraceDays: Number(days) || 0 }
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
