// Chooses operation and entity of a request, sends it, and copies it in other forms.
import { Button, Menu, Select } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useTexts } from '../texts/index.tsx'
import { hint } from '../ui/controls/hint.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { asCurl, asTypeScript } from '../ui/frame/request-drawer.tsx'
import classes from './explorer.module.css'
import { firstEntity, operations, parseBody, pretty, takesEntity } from './requests.ts'
import type { EntityRow } from './use-knowledge.ts'

interface ToolbarProps {
  readonly operation: string
  readonly entity: string | null
  readonly entities: readonly EntityRow[]
  readonly edit: 'json' | 'form'
  readonly isRunning: boolean
  readonly canRun: boolean
  readonly onBegin: (operation: string, entity: string | null) => void
  readonly onEdit: (edit: 'json' | 'form') => void
  readonly onRun: () => void
}

export function Toolbar(props: ToolbarProps) {
  const { operation, entity, entities, edit, isRunning, canRun, onBegin, onEdit, onRun } = props
  const { explorer } = useTexts()
  return (
    <>
      <Select
        aria-label={explorer.operation}
        size="xs"
        data={operations.includes(operation) ? operations : [...operations, operation]}
        value={operation}
        allowDeselect={false}
        className={classes.operation}
        onChange={next => next && onBegin(next, takesEntity(next) ? (entity ?? firstEntity) : null)}
      />
      {takesEntity(operation) && (
        <Select
          aria-label={explorer.entity}
          size="xs"
          data={entities.filter(one => offers(one.operations, operation)).map(({ name }) => name)}
          value={entity}
          searchable
          allowDeselect={false}
          className={classes.entity}
          onChange={next => next && onBegin(operation, next)}
        />
      )}
      {operation === 'Read' && (
        <Segments
          label={explorer.editAs}
          value={edit}
          onChange={onEdit}
          data={[
            { value: 'json', label: explorer.asJson },
            { value: 'form', label: explorer.asForm },
          ]}
        />
      )}
      <Button
        {...hint(explorer.run, 'mod+enter')}
        className={classes.run}
        loading={isRunning}
        disabled={!canRun}
        leftSection={<Icon name="play" size={12} />}
        onClick={onRun}
      >
        {explorer.run}
      </Button>
    </>
  )
}

/** What can be deleted can be restored. */
const offers = (offered: readonly string[], operation: string): boolean =>
  offered.includes(operation === 'Restore' ? 'Delete' : operation)

export function CopyMenu({ operation, text }: { operation: string; text: string }) {
  const { explorer, ui } = useTexts()
  const { copy } = useClipboard()
  const body = parseBody(text) ?? {}
  const put = (content: string): void => {
    copy(content)
    notifications.show({ message: ui.copied, autoClose: 1500 })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="copy" size={14} />}>
          {explorer.copyAs}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => put(asCurl({ operation, body }))}>{ui.requests.asCurl}</Menu.Item>
        <Menu.Item onClick={() => put(asTypeScript({ operation, body }))}>{ui.requests.asTypeScript}</Menu.Item>
        <Menu.Item onClick={() => put(pretty(body))}>{ui.requests.asJson}</Menu.Item>
        <Menu.Item onClick={() => put(location.href)}>{explorer.copyLink}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
