// Lists the person's tokens for programs, makes new ones, and shows each secret once.
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { type Row, rowsOf, textOf } from '../../api/envelope.ts'
import { useRead } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/controls/confirm-button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { SimpleTable } from '../../ui/display/simple-table.tsx'
import { Empty, Loaded } from '../../ui/display/states.tsx'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import classes from './account.module.css'
import { NewToken } from './new-token.tsx'

const moment = { Value: 1, DisplayValue: 1 }
const request = {
  PersonalAccessToken: {
    Scope: { Fields: { Key: 1, Name: 1, Scope: 1, Status: 1, CreationDate: moment, ExpirationDate: moment } },
    Criteria: { SearchQuery: { UserKey: { $EQ: '$CURRENTUSER()' } } },
    OrderBy: { Fields: [{ CreationDate: 'DESC' }] },
  },
}

/** Status of a token that works. */
const active = 0

export function Tokens() {
  const { account, ui } = useTexts()
  const { writer } = useWorkspace()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const query = useRead(request, { title: account.tokens.title })
  const revoke = (key: string): void => {
    writer.update({ entity: 'PersonalAccessToken', key, changes: { Status: 2 }, label: null }).catch(showFailure)
  }
  return (
    <>
      <div className={classes.head}>
        <p className={classes.hint}>{account.tokens.hint}</p>
        <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setMaking(true)}>
          {account.tokens.make}
        </Button>
      </div>
      <Loaded query={query}>
        {data => {
          const rows = rowsOf(data, 'PersonalAccessToken')
          return rows.length === 0 ? (
            <Empty icon="key" title={account.tokens.none} />
          ) : (
            <SimpleTable
              label={account.tokens.title}
              rows={rows}
              keyOf={row => row.Key as string}
              columns={[
                { title: account.tokens.name, cell: row => <strong>{textOf(row.Name)}</strong> },
                { title: account.tokens.scope, cell: row => <code>{textOf(row.Scope)}</code> },
                { title: account.tokens.created, cell: row => textOf(row.CreationDate) },
                { title: account.tokens.expires, cell: row => <Ending row={row} /> },
                {
                  title: '',
                  align: 'right',
                  cell: row =>
                    row.Status === active && (
                      <ConfirmButton label={account.tokens.revoke} onConfirm={() => revoke(row.Key as string)} />
                    ),
                },
              ]}
            />
          )
        }}
      </Loaded>
      <NewToken opened={isMaking} onClose={() => setMaking(false)} onMade={setSecret} />
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={account.tokens.made}
        closeButtonProps={{ 'aria-label': ui.close }}
      >
        <p className={classes.hint}>{account.tokens.once}</p>
        <code className={classes.secret}>{secret}</code>
        <CopyButton text={secret ?? ''} label={ui.copy} />
      </Modal>
    </>
  )
}

/** When a token ends, or that it has. */
function Ending({ row }: { row: Row }) {
  const { account } = useTexts()
  if (row.Status === active) return textOf(row.ExpirationDate)
  return <span className={classes.over}>{row.Status === 2 ? account.tokens.revoked : account.tokens.expired}</span>
}
