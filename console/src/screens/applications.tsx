// Lists the applications that people sign in to, makes new ones, and shows each secret once.
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { ApplicationForm, type ApplicationRow } from '../developers/application-form.tsx'
import classes from '../developers/developers.module.css'
import { useTexts } from '../texts/index.tsx'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { CommandLine } from '../ui/controls/command-line.tsx'
import { FreshHint } from '../ui/controls/fresh-hint.tsx'
import { type Secret, SecretOnce } from '../ui/controls/secret-once.tsx'
import { ListPage, RowName } from '../ui/display/list-page.tsx'

const params = { open: textParam<string>('') }
const flag = { Value: 1 }
const request = {
  Application: {
    Scope: {
      Fields: {
        ...{ Key: 1, Name: 1, ClientId: 1, RedirectUri: 1, MoreRedirectUris: 1, Public: flag, AllowS256: flag },
        Version: 1,
      },
    },
    OrderBy: { Fields: [{ Name: 'ASC' }] },
  },
}

export default function Applications() {
  const { applications: words } = useTexts().developers
  const [{ open }, setSearch] = useSearchParams(params)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const query = useRead(request, { title: words.title })
  const rows = rowsOf(query.data, 'Application') as unknown as readonly ApplicationRow[]
  const show = (key: string): void => setSearch({ open: key }, { replace: false })
  const close = (): void => setSearch({ open: '' })
  const opened = rows.find(({ Key }) => Key === open)
  return (
    <ListPage
      title={words.title}
      hint={words.hint}
      make={{ label: words.make, run: () => show('new') }}
      above={<FreshHint />}
      query={query}
      none={{ icon: 'key', title: words.none, hint: words.noneHint }}
      rows={rows}
      keyOf={({ Key }) => Key}
      columns={[
        { title: words.name, cell: row => <RowName onOpen={() => show(row.Key)}>{row.Name}</RowName> },
        { title: words.clientId, cell: row => <code className="code">{row.ClientId}</code> },
        { title: words.kind, cell: row => <Kind isPublic={row.Public.Value} /> },
        {
          title: words.uris,
          cell: ({ RedirectUri, MoreRedirectUris }) => (
            <span className={classes.uri}>
              {RedirectUri}
              {(MoreRedirectUris?.length ?? 0) > 0 && ` +${MoreRedirectUris?.length}`}
            </span>
          ),
        },
      ]}
    >
      <CommandLine hint={words.commandHint} command="clientele app create --name NAME --redirect-uri URI" />
      {(open === 'new' || opened) && (
        <ApplicationForm key={open} application={opened ?? null} onClose={close} onSecret={setSecrets} />
      )}
      <SecretOnce title={words.secretTitle} secrets={secrets} onClose={() => setSecrets(null)} />
    </ListPage>
  )
}

function Kind({ isPublic }: { isPublic: boolean }) {
  const { applications: words } = useTexts().developers
  return <Badge color={isPublic ? 'blue' : 'gray'}>{isPublic ? words.isPublic : words.isConfidential}</Badge>
}
