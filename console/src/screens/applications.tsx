// Lists the applications that people sign in to, makes new ones, and shows each secret once.
import { Badge, Button, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { ApplicationForm, type ApplicationRow } from '../developers/application-form.tsx'

import classes from '../developers/developers.module.css'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { CommandLine } from '../ui/command-line.tsx'
import { FreshHint } from '../ui/fresh-hint.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { textParam, useSearchParams } from '../ui/search-params.ts'
import { type Secret, SecretOnce } from '../ui/secret-once.tsx'
import { SimpleTable } from '../ui/simple-table.tsx'
import { Empty, Loaded } from '../ui/states.tsx'

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
  const { developers } = useTexts()
  const words = developers.applications
  const [{ open }, setSearch] = useSearchParams(params)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const query = useRead(request, { title: words.title })
  const rows = rowsOf(query.data, 'Application') as unknown as readonly ApplicationRow[]
  const close = (): void => setSearch({ open: '' })
  const opened = rows.find(({ Key }) => Key === open)
  const shortcuts = useMemo(
    () => [{ keys: 'n', label: words.make, run: () => setSearch({ open: 'new' }, { replace: false }) }],
    [words, setSearch],
  )
  useShortcuts(shortcuts)
  const make = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setSearch({ open: 'new' }, { replace: false })}>
      {words.make}
    </Button>
  )
  return (
    <Page title={words.title} actions={make}>
      <p className={classes.lead}>{words.hint}</p>
      <FreshHint />
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Empty icon="key" title={words.none} hint={words.noneHint} action={make} />
          ) : (
            <SimpleTable
              label={words.title}
              rows={rows}
              keyOf={({ Key }) => Key}
              columns={[
                {
                  title: words.name,
                  cell: row => (
                    <UnstyledButton
                      className={classes.name}
                      onClick={() => setSearch({ open: row.Key }, { replace: false })}
                    >
                      {row.Name}
                    </UnstyledButton>
                  ),
                },
                { title: words.clientId, cell: row => <code className={classes.code}>{row.ClientId}</code> },
                {
                  title: words.kind,
                  cell: row => (
                    <Badge color={row.Public.Value ? 'blue' : 'gray'}>
                      {row.Public.Value ? words.isPublic : words.isConfidential}
                    </Badge>
                  ),
                },
                {
                  title: words.uris,
                  cell: row => (
                    <span className={classes.uri}>
                      {row.RedirectUri}
                      {(row.MoreRedirectUris?.length ?? 0) > 0 && ` +${row.MoreRedirectUris?.length}`}
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <CommandLine hint={words.commandHint} command="clientele app create --name NAME --redirect-uri URI" />
      {(open === 'new' || opened) && (
        <ApplicationForm key={open} application={opened ?? null} onClose={close} onSecret={setSecrets} />
      )}
      <SecretOnce title={words.secretTitle} secrets={secrets} onClose={() => setSecrets(null)} />
    </Page>
  )
}
