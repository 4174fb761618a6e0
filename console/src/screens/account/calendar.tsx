// Makes, shows and revokes the private address from which other programs fetch the person's calendar.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useGet } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/controls/confirm-button.tsx'
import { SecretOnce } from '../../ui/controls/secret-once.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { Moment } from '../../ui/display/moment.tsx'
import { Section } from '../../ui/display/section.tsx'
import { Loaded, Loading } from '../../ui/display/states.tsx'
import { useChange } from '../../ui/grants.ts'
import classes from './account.module.css'

const path = 'auth/v1/calendar'

interface CalendarFacts {
  readonly Created: string
  readonly Tasks: boolean
}

export function Calendar() {
  const { account } = useTexts()
  const words = account.calendar
  const { api } = useWorkspace()
  const change = useChange()
  const [address, setAddress] = useState<string | null>(null)
  const query = useGet<{ Calendar: CalendarFacts | null }>(path, { title: words.title })
  const make = (Tasks: boolean) =>
    void change(api.send<{ Address: string }>('POST', path, { Tasks }).then(made => setAddress(made.Address)))
  return (
    <Section title={words.title}>
      <p className={classes.hint}>{words.hint}</p>
      <Loaded query={query} loading={<Loading rows={2} height={40} />}>
        {({ Calendar: facts }) => (
          <div className={classes.form}>
            {facts === null ? (
              <p className={classes.state}>{words.none}</p>
            ) : (
              <>
                <p className={classes.state}>
                  {words.since} <Moment iso={facts.Created} />
                </p>
                <Checkbox
                  label={words.tasks}
                  checked={facts.Tasks}
                  onChange={event => void change(api.send('PATCH', path, { Tasks: event.currentTarget.checked }))}
                />
              </>
            )}
            <div className={classes.acts}>
              <Button
                variant={facts === null ? 'filled' : 'default'}
                leftSection={<Icon name="link" size={14} />}
                onClick={() => make(facts?.Tasks ?? false)}
              >
                {facts === null ? words.make : words.again}
              </Button>
              {facts !== null && (
                <ConfirmButton label={words.revoke} onConfirm={() => void change(api.send('DELETE', path))} />
              )}
              <a href="/docs/how-to/calendar" target="_blank" rel="noreferrer">
                {words.help}
              </a>
            </div>
          </div>
        )}
      </Loaded>
      <SecretOnce
        title={words.made}
        hint={words.once}
        secrets={address === null ? null : [{ label: words.address, value: address }]}
        onClose={() => setAddress(null)}
      />
    </Section>
  )
}
