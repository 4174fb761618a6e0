// Sets up single sign-on: a form for the provider, a test of it step by step, and its removal.
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useKeptDraft } from '../api/use-draft.ts'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useSending } from '../fields/form-drawer.tsx'
import { ProblemList } from '../fields/problems.tsx'
import { useTexts } from '../texts/index.tsx'
import type { Texts } from '../texts/types.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { FreshHint } from '../ui/controls/fresh-hint.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Lead } from '../ui/display/list-page.tsx'
import { Loaded } from '../ui/display/states.tsx'
import { AddressLine } from './address-line.tsx'
import { GroupsSelect } from './groups-select.tsx'
import classes from './setup.module.css'

interface Provider {
  readonly Issuer: string
  readonly ClientId: string
  readonly HasSecret: boolean
  readonly Claim: string
  readonly Only: boolean
  readonly TrustEmail: boolean
  readonly GroupsClaim: string | null
  readonly Domains: readonly string[]
  readonly NewUsers: boolean
  readonly NewUserGroups: readonly string[]
  readonly FirstNameClaim: string
  readonly LastNameClaim: string
}

interface SsoAnswer {
  readonly Sso: Provider | null
  readonly RedirectUri: string
  readonly LogoutUri: string
}

interface Check {
  readonly Name: keyof Texts['setup']['sso']['checks']
  readonly Passed: boolean | null
  readonly Message: string
}

interface TestAnswer {
  readonly Test: { readonly Passed: boolean; readonly Checks: readonly Check[] }
}

const path = 'auth/v1/sso'

export function SingleSignOn() {
  const { setup } = useTexts()
  const query = useGet<SsoAnswer>(path, { title: setup.areas.sso.title })
  return (
    <>
      <FreshHint />
      <Loaded query={query}>
        {({ Sso, RedirectUri, LogoutUri }) => (
          <>
            <AddressLine label={setup.sso.redirectUri} address={RedirectUri} />
            <AddressLine label={setup.sso.logoutUri} address={LogoutUri} />
            {Sso === null && <Lead>{setup.sso.none}</Lead>}
            <ProviderForm key={JSON.stringify(Sso)} provider={Sso} />
          </>
        )}
      </Loaded>
    </>
  )
}

const nothing = {
  Issuer: '',
  ClientId: '',
  Claim: 'email',
  GroupsClaim: '',
  Only: false,
  TrustEmail: false,
  Domains: '',
  NewUsers: false,
  NewUserGroups: [] as readonly string[],
  FirstNameClaim: 'given_name',
  LastNameClaim: 'family_name',
}

/** What is sent: a secret that was not typed is left out, so that the stored one is kept. */
function bodyOf(values: typeof nothing, secret: string, hasSecret: boolean) {
  const { Issuer, ClientId, Claim, GroupsClaim, FirstNameClaim, LastNameClaim, ...others } = values
  const texts = {
    Issuer: Issuer.trim(),
    ClientId: ClientId.trim(),
    Claim: Claim.trim(),
    GroupsClaim: GroupsClaim.trim(),
    FirstNameClaim: FirstNameClaim.trim(),
    LastNameClaim: LastNameClaim.trim(),
  }
  const { Only, TrustEmail, Domains, NewUsers, NewUserGroups } = others
  const given = {
    ...texts,
    Only,
    TrustEmail,
    Domains: Domains.split(/[\s,;]+/).filter(Boolean),
    NewUsers,
    NewUserGroups,
  }
  return secret === '' && hasSecret ? given : { ...given, ClientSecret: secret }
}

/** Saves, tests and removes what the form has, and keeps what the server says of it. */
function useSsoActions(body: ReturnType<typeof bodyOf>, draft: { drop(): void }) {
  const words = useTexts().setup.sso
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const sending = useSending()
  const [tested, setTested] = useState<TestAnswer['Test'] | null>(null)
  const [busy, setBusy] = useState<'save' | 'test' | null>(null)
  const attempt = (what: 'save' | 'test', work: () => Promise<void>): void => {
    setBusy(what)
    void sending.send(work).finally(() => setBusy(null))
  }
  const written = async (work: Promise<SsoAnswer>, message: string): Promise<void> => {
    const answer = await work
    draft.drop()
    queries.setQueryData(['Get', path], answer)
    notifications.show({ message })
  }
  const test = (): void => {
    setTested(null)
    attempt('test', async () => setTested((await api.send<TestAnswer>('POST', `${path}/test`, body)).Test))
  }
  const save = (): void => attempt('save', () => written(api.send('PUT', path, body), words.saved))
  const remove = (): void => attempt('save', () => written(api.send('DELETE', path), words.removed))
  return { sending, tested, busy, save, test, remove }
}

type TextName = 'Issuer' | 'ClientId' | 'Claim' | 'GroupsClaim' | 'FirstNameClaim' | 'LastNameClaim' | 'Domains'
type FlagName = 'Only' | 'TrustEmail' | 'NewUsers'

/** What the inputs of a form share: the value, the problem, and what a change does. */
function inputsOf(draft: ReturnType<typeof useKeptDraft<FormValues>>, errorOf: (name: string) => ReactNode) {
  const { value: values, change } = draft
  return {
    text: (name: TextName) => ({
      value: values[name],
      error: errorOf(name),
      onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    }),
    check: (name: FlagName) => ({
      checked: values[name],
      onChange: (event: { currentTarget: { checked: boolean } }) => change({ [name]: event.currentTarget.checked }),
    }),
  }
}

type FormValues = typeof nothing & { secret: string }

function ProviderForm({ provider }: { provider: Provider | null }) {
  const words = useTexts().setup.sso
  const draft = useKeptDraft<FormValues>('single sign-on', {
    ...nothing,
    ...provider,
    GroupsClaim: provider?.GroupsClaim ?? '',
    Domains: provider?.Domains.join(', ') ?? '',
    secret: '',
  })
  const { value: values, change } = draft
  const isKept = provider?.HasSecret === true
  const { sending, tested, busy, save, test, remove } = useSsoActions(bodyOf(values, values.secret, isKept), draft)
  const errorOf = (name: string) => sending.at(new RegExp(`^${name}$`))
  const inputs = inputsOf(draft, errorOf)
  const { text, check } = inputs
  const others = sending.problems.filter(({ path: at }) => !(at in nothing) && at !== 'ClientSecret')
  return (
    <form
      className={classes.provider}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <ProblemList problems={others} />
      <TextInput
        required
        label={words.issuer}
        description={words.issuerHint}
        placeholder="https://login.example.com"
        {...text('Issuer')}
      />
      <TextInput required label={words.clientId} autoComplete="off" {...text('ClientId')} />
      <PasswordInput
        label={words.clientSecret}
        description={isKept ? words.secretKept : words.secretHint}
        placeholder={isKept ? '••••••••' : ''}
        autoComplete="off"
        value={values.secret}
        error={errorOf('ClientSecret')}
        onChange={event => change({ secret: event.currentTarget.value })}
      />
      <TextInput required label={words.claim} description={words.claimHint} {...text('Claim')} />
      <TextInput label={words.groupsClaim} description={words.groupsHint} {...text('GroupsClaim')} />
      <Checkbox label={words.trustEmail} {...check('TrustEmail')} />
      <Checkbox label={words.only} description={words.onlyHint} {...check('Only')} />
      <NewUserFields values={values} change={change} inputs={inputs} />
      <div className={classes.providerButtons}>
        <Button type="submit" loading={busy === 'save'}>
          {words.save}
        </Button>
        <Button variant="default" loading={busy === 'test'} onClick={test}>
          {words.test}
        </Button>
        {provider && <ConfirmButton label={words.remove} onConfirm={remove} />}
      </div>
      {tested && <TestResult test={tested} />}
    </form>
  )
}

interface NewUserFieldsProps {
  readonly values: FormValues
  readonly change: (part: Partial<FormValues>) => void
  readonly inputs: ReturnType<typeof inputsOf>
}

function NewUserFields({ values, change, inputs: { text, check } }: NewUserFieldsProps) {
  const words = useTexts().setup.sso
  return (
    <>
      <TextInput label={words.domains} description={words.domainsHint} {...text('Domains')} />
      <Checkbox label={words.newUsers} description={words.newUsersHint} {...check('NewUsers')} />
      {values.NewUsers && (
        <>
          <GroupsSelect
            label={words.newUserGroups}
            groups={values.NewUserGroups}
            onChange={NewUserGroups => change({ NewUserGroups })}
          />
          <TextInput required label={words.firstNameClaim} {...text('FirstNameClaim')} />
          <TextInput required label={words.lastNameClaim} {...text('LastNameClaim')} />
        </>
      )}
    </>
  )
}

const outcomeOf = ({ Passed }: Check) => (Passed === null ? 'skipped' : Passed ? 'passed' : 'failed')
const icons = { passed: 'check', failed: 'warning', skipped: 'minus' } as const

function TestResult({ test: { Passed, Checks } }: { test: TestAnswer['Test'] }) {
  const words = useTexts().setup.sso
  return (
    <section aria-label={words.testing} role="status">
      <p className={classes.label}>{Passed ? words.passed : words.failed}</p>
      <ul className={classes.checkList}>
        {Checks.map(check => {
          const outcome = outcomeOf(check)
          return (
            <li key={check.Name} data-outcome={outcome}>
              <Icon name={icons[outcome]} size={14} />
              <span>
                <strong>{words.checks[check.Name]}</strong>: {words.outcomes[outcome]}
                <span className={classes.checkMessage}>{check.Message}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
