// Lists who was invited and who has accepted, sends links again, revokes invitations, and invites people.
import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { FormDrawer, useSending } from '../fields/form-drawer.tsx'
import { useFields } from '../fields/use-fields.ts'
import { writtenValue } from '../fields/values.ts'
import { FormLine } from '../forms/form-line.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { cultureChoices } from '../ui/display/cultures.ts'
import { Icon } from '../ui/display/icons.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Section } from '../ui/display/section.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { peopleIn } from './pasted-people.ts'
import classes from './setup.module.css'

const path = 'auth/v1/invitations'

interface Invitation {
  readonly Uid: string
  readonly Email: string
  readonly Sent: string
  readonly Expires: string
  readonly Accepted: string | null
  readonly Status: 'pending' | 'accepted' | 'expired' | 'revoked'
}

interface InvitationList {
  readonly Delivery: 'mail' | 'folder'
  readonly Invitations: readonly Invitation[]
}

interface Result {
  readonly Email: string
  readonly Result: 'Invited' | 'Member' | 'Refused'
  readonly MailProblem: string | null
  readonly Errors: readonly { readonly Message: string }[]
}

interface SendingReport {
  readonly Purpose?: 'invitation' | 'reset'
  readonly Invitations: readonly Result[]
}

export function Invitations() {
  const { invitations: words, account } = useTexts()
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const query = useGet<InvitationList>(path, { title: words.title })
  const [isOpen, setOpen] = useState(false)
  const sendAgain = useSendLink()
  const revoke = async (uid: string): Promise<void> => {
    try {
      await api.send('DELETE', `${path}/${encodeURIComponent(uid)}`)
      await queries.invalidateQueries({ queryKey: ['Get'] })
    } catch (error) {
      showFailure(error)
    }
  }
  const button = (
    <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setOpen(true)}>
      {words.invite}
    </Button>
  )
  return (
    <div className={classes.invitations}>
      <Section title={words.title} aside={button}>
        <Loaded query={query}>
          {({ Invitations: rows, Delivery }) => (
            <>
              {Delivery === 'folder' && <p className={classes.description}>{words.folder}</p>}
              {rows.length === 0 ? (
                <Empty small title={words.none} />
              ) : (
                <SimpleTable
                  label={words.title}
                  rows={rows}
                  keyOf={({ Uid }) => Uid}
                  columns={[
                    { title: words.person, cell: ({ Email }) => Email },
                    { title: words.status, cell: row => <Status row={row} /> },
                    { title: words.sent, cell: ({ Sent: sent }) => <Moment iso={sent} /> },
                    {
                      title: account.action,
                      align: 'right',
                      cell: ({ Uid, Status: status }) =>
                        status !== 'accepted' && (
                          <span className={classes.rowButtons}>
                            <Button variant="subtle" size="compact-sm" onClick={() => void sendAgain(Uid)}>
                              {words.again}
                            </Button>
                            {status === 'pending' && (
                              <ConfirmButton label={words.revoke} onConfirm={() => void revoke(Uid)} />
                            )}
                          </span>
                        ),
                    },
                  ]}
                />
              )}
            </>
          )}
        </Loaded>
      </Section>
      {isOpen && <InviteForm onClose={() => setOpen(false)} />}
    </div>
  )
}

function Status({ row }: { row: Invitation }) {
  const { invitations: words } = useTexts()
  return (
    <>
      {words.statuses[row.Status]}
      {row.Status === 'pending' && (
        <span className={classes.description}>
          {' '}
          {words.until} <Moment iso={row.Expires} />
        </span>
      )}
      {row.Accepted !== null && (
        <span className={classes.description}>
          {' '}
          <Moment iso={row.Accepted} />
        </span>
      )}
    </>
  )
}

/** Sends a user a new link: the invitation again, or one to choose a new password. */
function useSendLink(): (uid: string) => Promise<void> {
  const { invitations: words } = useTexts()
  const { api } = useWorkspace()
  const queries = useQueryClient()
  return async uid => {
    try {
      const { Purpose, Invitations: results } = await api.send<SendingReport>(
        'POST',
        `${path}/${encodeURIComponent(uid)}`,
        {},
      )
      const [result] = results
      if (result?.MailProblem)
        notifications.show({
          color: 'red',
          message: words.notSent(result.MailProblem),
        })
      else
        notifications.show({
          message: words.sentTo(result?.Email ?? '', Purpose === 'reset'),
        })
      await queries.invalidateQueries({ queryKey: ['Get'] })
    } catch (error) {
      showFailure(error)
    }
  }
}

export function SendLink({ uid }: { uid: string }) {
  const { invitations: words } = useTexts()
  const send = useSendLink()
  return (
    <section className={classes.grants} aria-label={words.access}>
      <h3>{words.access}</h3>
      <p className={classes.description}>{words.linkHint}</p>
      <Button variant="default" onClick={() => void send(uid)}>
        {words.sendLink}
      </Button>
    </section>
  )
}

interface Draft {
  readonly text: string
  readonly groups: Row
  readonly Admin: boolean
  readonly SsoOnly: boolean
  readonly Culture: string
}

const nothing: Draft = { text: '', groups: {}, Admin: false, SsoOnly: false, Culture: '' }

/** Sends the invitations. What could not be sent stays in the form, with the reason. */
function useInviting(draft: ReturnType<typeof useKeptDraft<Draft>>, common: Row, onClose: () => void) {
  const { invitations: words } = useTexts()
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const sending = useSending()
  const [failed, setFailed] = useState<readonly Result[]>([])
  const send = (): Promise<void> =>
    sending.send(async () => {
      const People = peopleIn(draft.value.text).people.map(person => ({ ...person, ...common }))
      const { Invitations: results } = await api.send<SendingReport>('POST', path, { People })
      const left = results.filter(result => result.Result !== 'Invited' || result.MailProblem !== null)
      const invited = results.length - left.length
      if (invited > 0) notifications.show({ message: words.invited(invited) })
      for (const queryKey of [['Get'], ['Read']]) await queries.invalidateQueries({ queryKey })
      setFailed(left)
      draft.change({ text: left.map(({ Email }) => Email).join('\n') })
      if (left.length > 0) return
      draft.drop()
      onClose()
    })
  return { sending, failed, send }
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { invitations: words } = useTexts()
  const fields = useFields('User')
  const draft = useKeptDraft<Draft>('invitations', nothing)
  const { text, groups, Admin, SsoOnly, Culture } = draft.value
  const { people, unread } = peopleIn(text)
  const field = fields.data?.of('Groups')
  const given = field && groups.Groups ? { [field.writeAs]: writtenValue(field, groups.Groups) } : {}
  const common = { ...given, Admin, SsoOnly, ...(Culture === '' ? {} : { Culture }) }
  const { sending, failed, send } = useInviting(draft, common, onClose)
  return (
    <FormDrawer
      title={words.invite}
      submit={words.submit(people.length)}
      sending={sending}
      isPlaced={() => false}
      onSubmit={() => void send()}
      onClose={onClose}
      draft={draft}
    >
      <Textarea
        required
        data-autofocus
        label={words.addresses}
        description={words.addressesHint}
        placeholder={words.example}
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        error={unread.length > 0 ? words.unread(unread.slice(0, 3).join(', ')) : null}
        onChange={event => draft.change({ text: event.currentTarget.value })}
      />
      {failed.length > 0 && (
        <ul className={classes.notInvited} role="alert">
          {failed.map(result => (
            <li key={result.Email}>
              <strong>{result.Email}</strong>: {reasonOf(result, words.member)}
            </li>
          ))}
        </ul>
      )}
      {field && (
        <FormLine
          field={{ ...field, label: words.groups, description: '' }}
          values={groups}
          problems={[]}
          onChange={value => draft.change({ groups: { Groups: value } })}
        />
      )}
      <NativeSelect
        label={words.language}
        data={[{ value: '', label: words.mine }, ...cultureChoices(document.documentElement.lang, Culture)]}
        value={Culture}
        onChange={event => draft.change({ Culture: event.currentTarget.value })}
      />
      <Checkbox
        label={words.administrators}
        checked={Admin}
        onChange={event => draft.change({ Admin: event.currentTarget.checked })}
      />
      <Checkbox
        label={words.ssoOnly}
        checked={SsoOnly}
        onChange={event => draft.change({ SsoOnly: event.currentTarget.checked })}
      />
    </FormDrawer>
  )
}

const reasonOf = ({ Result: result, MailProblem, Errors }: Result, member: string): string => {
  if (result === 'Member') return member
  return MailProblem ?? Errors.map(({ Message }) => Message).join(' ')
}
